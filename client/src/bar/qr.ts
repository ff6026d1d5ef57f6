/**
 * Draws QR codes (ISO/IEC 18004) of up to 106 bytes: byte mode, error correction L, versions 1 to 5. A link needs no
 * more, and these versions keep all their bytes in one block.
 */

const DATA = [19, 34, 55, 80, 108]; // bytes of data in each version
const CHECK = [7, 10, 15, 20, 26]; // bytes of error correction
const HEAD = 2; // bytes: the mode, the length, and what fills up the last byte
const PADS = [0xec, 0x11];

type Square = boolean | null; // dark, light, or still free
type Squares = Square[][];

/** Rows of dark and light squares; null if the text is too long. */
export function qrCode(text: string): boolean[][] | null {
  const bytes = [...new TextEncoder().encode(text)];
  const version = DATA.findIndex((room) => bytes.length + HEAD <= room);
  if (version < 0) return null;
  const data = padded(bytes, DATA[version] ?? 0);
  const bits = [...data, ...correction(data, CHECK[version] ?? 0)].flatMap(bitsOf);
  return best(patterns(version + 1), bits);
}

/** The mode (4 bits), the length (8), the bytes, four zeros, and filling. */
function padded(bytes: number[], room: number): number[] {
  const halves = [4, ...[bytes.length, ...bytes].flatMap((byte) => [byte >> 4, byte & 15]), 0];
  const packed = Array.from({ length: halves.length / 2 }, (_, n) => ((halves[2 * n] ?? 0) << 4) | (halves[2 * n + 1] ?? 0));
  return [...packed, ...Array.from({ length: room - packed.length }, (_, n) => PADS[n % 2] ?? 0)];
}

const bitsOf = (byte: number): boolean[] => Array.from({ length: 8 }, (_, n) => Boolean((byte >> (7 - n)) & 1));

// ---- error correction by Reed and Solomon, in the field of 256 elements

function times(a: number, b: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((b >> bit) & 1) product ^= a;
  }
  return product;
}

function correction(data: number[], count: number): number[] {
  let [generator, root] = [[1], 1];
  for (let n = 0; n < count; n++) {
    const raised = [...generator, 0];
    generator = raised.map((one, at) => one ^ times(generator[at - 1] ?? 0, root));
    root = times(root, 2);
  }
  const rest = [...data, ...Array<number>(count).fill(0)];
  for (let at = 0; at < data.length; at++) {
    const lead = rest[at] ?? 0;
    generator.forEach((one, n) => (rest[at + n] = (rest[at + n] ?? 0) ^ times(one, lead)));
  }
  return rest.slice(data.length);
}

// ---- patterns that are the same for every text

function patterns(version: number): Squares {
  const size = 17 + 4 * version;
  const grid: Squares = Array.from({ length: size }, () => Array<Square>(size).fill(null));
  for (const [row, column] of [[3, 3], [3, size - 4], [size - 4, 3]] as const) frame(grid, row, column, 4, [2, 4]);
  for (let n = 8; n < size - 8; n++) put(grid, 6, n, put(grid, n, 6, n % 2 === 0));
  if (version > 1) frame(grid, size - 7, size - 7, 2, [1]);
  form(grid, 0);
  return grid;
}

/** Squares about a centre, up to a distance; light at the distances given. */
function frame(grid: Squares, row: number, column: number, far: number, light: number[]): void {
  for (let y = -far; y <= far; y++) for (let x = -far; x <= far; x++) put(grid, row + y, column + x, !light.includes(Math.max(Math.abs(x), Math.abs(y))));
}

function put(grid: Squares, row: number, column: number, dark: boolean): boolean {
  const line = grid[row];
  if (line && column >= 0 && column < line.length) line[column] = dark;
  return dark;
}

/** The level of correction and the mask, twice, with their own correction. */
function form(grid: Squares, mask: number): void {
  const size = grid.length;
  let rest = (8 | mask) << 10; // 8: level L
  for (let bit = 14; bit >= 10; bit--) if ((rest >> bit) & 1) rest ^= 0x537 << (bit - 10);
  const bits = (((8 | mask) << 10) | rest) ^ 0x5412;
  for (let n = 0; n < 15; n++) {
    const dark = Boolean((bits >> n) & 1);
    put(grid, n < 6 ? n : n < 8 ? n + 1 : size - 15 + n, 8, dark);
    put(grid, 8, n < 8 ? size - 1 - n : n < 9 ? 7 : 14 - n, dark);
  }
  put(grid, size - 8, 8, true);
}

// ---- the text

const MASKS: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

/** With the mask that leaves the fewest patterns that a camera could mistake. */
function best(grid: Squares, bits: boolean[]): boolean[][] {
  const drawn = MASKS.map((_, mask) => filled(grid, bits, mask));
  const faults = drawn.map(penalty);
  return drawn[faults.indexOf(Math.min(...faults))] ?? [];
}

/** Two columns at a time, from the right, up and down in turn. */
function filled(grid: Squares, bits: boolean[], mask: number): boolean[][] {
  const [size, copy] = [grid.length, grid.map((row) => [...row])];
  let [next, up] = [0, true];
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    for (let n = 0; n < size; n++) {
      const row = up ? size - 1 - n : n;
      for (const column of [right, right - 1]) {
        if (grid[row]?.[column] !== null) continue;
        put(copy, row, column, (bits[next++] ?? false) !== (MASKS[mask]?.(row, column) ?? false));
      }
    }
  }
  form(copy, mask);
  return copy.map((row) => row.map(Boolean));
}

function penalty(grid: boolean[][]): number {
  const size = grid.length;
  const lines = [...grid, ...grid.map((_, n) => grid.map((row) => row[n] ?? false))];
  const runs = lines.flatMap((line) => line.map((dark) => (dark ? '1' : '0')).join('').match(/0{5,}|1{5,}/g) ?? []);
  const long = runs.reduce((sum, run) => sum + run.length - 2, 0);
  let blocks = 0;
  for (let y = 1; y < size; y++)
    for (let x = 1; x < size; x++) {
      const here = grid[y]?.[x];
      if (here === grid[y - 1]?.[x] && here === grid[y]?.[x - 1] && here === grid[y - 1]?.[x - 1]) blocks++;
    }
  const finders = lines.reduce((sum, line) => sum + (line.map((dark) => (dark ? '1' : '0')).join('').match(/(?=00001011101|10111010000)/g) ?? []).length, 0);
  const share = grid.flat().filter(Boolean).length / size ** 2;
  return long + 3 * blocks + 40 * finders + 10 * Math.floor(Math.abs(share * 20 - 10));
}
