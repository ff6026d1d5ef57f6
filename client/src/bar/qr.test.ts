import { expect, test } from 'vitest';

import { qrCode } from './qr';

/** Drawn by another program, python-qrcode 8, with the same level and mask: each row as a hexadecimal number. */
const DRAWN: Record<string, string> = {
  'http://a.b/':
    '1fd77f 104641 175a5d 17595d 17525d 104f41 1fd57f 300 1e5f9d 1f1b3f 5eeeb 316aa b5559 1e90 1fc7d0 104c9f 174d34 175082 175564 105159 1fd3cc',
  'http://192.168.1.5:8765/s/Jb3xTq0c_AbCdEfGhIjKlw':
    '1fc5127f 1054b041 1741235d 175d6d5d 17483e5d 105bb941 1fd5557f e5300 1f7bd9aa 10a53251 16d47c30 1e3200d2 cdc6fac 131a1e55 17e568c4 6b062a2 17dff384 1bb60edd 1060fd4c 140f25d2 13d379f7 18171f 1fd1ef5c 104f7512 1753fdfe 1752b1a1 17582f5a 105521b2 1fd3580c',
};

const rows = (text: string): string | undefined =>
  qrCode(text)?.map((row) => Number.parseInt(row.map((dark) => (dark ? 1 : 0)).join(''), 2).toString(16)).join(' ');

test('a code is the same as that of another program', () => {
  for (const [text, drawn] of Object.entries(DRAWN)) expect(rows(text)).toBe(drawn);
});

test('a code grows with the text, and a text may be too long', () => {
  expect([17, 32, 53, 78, 106, 107].map((length) => qrCode('x'.repeat(length))?.length)).toEqual([21, 25, 29, 33, 37, undefined]);
});
