import type { Texts } from '@tickmark/texts/fill'

/** One chunk with the console's texts in the language. */
export const files = import.meta.glob<Texts>('../../../texts/src/chinese/console/*.json', {
  eager: true,
  import: 'default',
})
