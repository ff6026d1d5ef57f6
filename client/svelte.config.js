/** Runes everywhere; the rest as Svelte has it. */
export default { compilerOptions: { runes: true } };
