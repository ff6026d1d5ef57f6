/** The id of a drawing in the page, and the seed of its decoration. The id is unique in the page; the seed never changes. */
export interface Names {
  id: string;
  seed: string;
}
