/** One chunk with every text of the language. */
export const texts = import.meta.glob<Record<string, unknown>>('../texts/chinese/*.json', {
  eager: true,
  import: 'default',
})
