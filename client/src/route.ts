export type Route = { page: 'home' } | { page: 'rules'; rules: string } | { page: 'table' | 'replay'; token: string };

/** Which page an address asks for: /s/ a seat, /w/ a watcher, /replay/ a battle from its start, /rules/ a book. */
export function route(path: string): Route {
  const [book, rules] = /^\/rules(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  if (book) return { page: 'rules', rules: rules ?? '' };
  const [, kind, token] = /^\/(s|w|replay)\/([^/]+)\/?$/.exec(path) ?? [];
  if (!token) return { page: 'home' };
  return { page: kind === 'replay' ? 'replay' : 'table', token };
}
