import type { Texts } from '@tickmark/texts/fill'

/** One chunk with all texts of the language. */
export const files = import.meta.glob<Texts>('../../../texts/src/arab/*.json', {
  eager: true,
  import: 'default',
})
