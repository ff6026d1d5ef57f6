import type { Trouble as Told } from '../messages';

/** An error, with the server's own sentence. */
export class Trouble extends Error {
  constructor(sentence: string, readonly status = 0) {
    super(sentence);
  }
}

const NO_ANSWER = 'The server does not answer. Nothing was changed, and your battles are safe on it. Start it with “sandtable serve”, then try again.';

const KEPT_FOR = 60_000; // milliseconds in which the browser writes a file

async function answered(request: Promise<Response>): Promise<Response> {
  const response = await request.catch(() => {
    throw new Trouble(NO_ANSWER);
  });
  if (response.ok) return response;
  const fault = (await response.json().catch(() => null)) as Told | null;
  const where = fault?.where ? ` (${fault.where})` : '';
  throw new Trouble(fault ? fault.error + where : `The server answers ${response.status}.`, response.status);
}

async function answer<T>(request: Promise<Response>): Promise<T> {
  return (await (await answered(request)).json()) as T;
}

export function get<T>(path: string): Promise<T> {
  return answer<T>(fetch(path, { headers: { accept: 'application/json' } }));
}

export function post<T>(path: string, body: unknown): Promise<T> {
  return answer<T>(fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }));
}

/** A save file goes up as it is. */
export function postFile<T>(path: string, file: Blob): Promise<T> {
  return answer<T>(fetch(path, { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file }));
}

/** Saves an answer of the server as a file. If the server refuses, the error has its sentence. */
export async function download(path: string, name: string): Promise<void> {
  const response = await answered(fetch(path));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_FOR);
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
