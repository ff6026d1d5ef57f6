export type Route = { page: 'home' } | { page: 'table' | 'replay'; token: string };

/** Which page an address asks for: /s/ a seat, /w/ a watcher, /replay/ a battle from its start. */
export function route(path: string): Route {
  const [, kind, token] = /^\/(s|w|replay)\/([^/]+)\/?$/.exec(path) ?? [];
  if (!token) return { page: 'home' };
  return { page: kind === 'replay' ? 'replay' : 'table', token };
}
