/** One chunk with every text of the language. */
export const texts = import.meta.glob<Record<string, unknown>>('../texts/arab/*.json', {
  eager: true,
  import: 'default',
})
