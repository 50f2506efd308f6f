/** One chunk with every text of the language. */
export const texts = import.meta.glob<Record<string, unknown>>('../texts/korean/*.json', {
  eager: true,
  import: 'default',
})
