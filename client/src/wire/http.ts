import type { Trouble as Told } from '../messages';

/** An error, with the server's own sentence. */
export class Trouble extends Error {
  constructor(sentence: string, readonly status = 0) {
    super(sentence);
  }
}

async function answer<T>(request: Promise<Response>): Promise<T> {
  const response = await request.catch(() => {
    throw new Trouble('The server does not answer. Check that it is running.');
  });
  if (response.ok) return (await response.json()) as T;
  const fault = (await response.json().catch(() => null)) as Told | null;
  const where = fault?.where ? ` (${fault.where})` : '';
  throw new Trouble(fault ? fault.error + where : `The server answers ${response.status}.`, response.status);
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

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
