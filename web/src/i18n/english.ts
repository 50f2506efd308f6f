/** The English texts: bundled, and what a missing text falls back to. */
export const texts = import.meta.glob<Record<string, unknown>>('../texts/english/*.json', {
  eager: true,
  import: 'default',
})
