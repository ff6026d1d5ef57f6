export type Route = { page: 'home' } | { page: 'nowhere' } | { page: 'rules'; rules: string } | { page: 'battle'; id: string } | { page: 'table' | 'replay'; token: string };

/** The page of an address: /s/ a seat, /w/ a watcher, /replay/ a battle from its start, /rules/ a book, /battle/ a battle under every book. */
export function route(path: string): Route {
  const [book, rules] = /^\/rules(?:\/([^/]+))?\/?$/.exec(path) ?? [];
  if (book) return { page: 'rules', rules: rules ?? '' };
  const [battle, id] = /^\/battle\/([^/]+)\/?$/.exec(path) ?? [];
  if (battle) return { page: 'battle', id: id ?? '' };
  const [, kind, token] = /^\/(s|w|replay)\/([^/]+)\/?$/.exec(path) ?? [];
  if (path === '/') return { page: 'home' };
  if (!token) return { page: 'nowhere' };
  return { page: kind === 'replay' ? 'replay' : 'table', token };
}
