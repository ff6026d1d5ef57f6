/** What a drawing is called in the page, and what its decoration is seeded by: the second stays, the first need only be unlike others. */
export interface Names {
  id: string;
  seed: string;
}
