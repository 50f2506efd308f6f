import { expect, test } from 'vitest'
import { receiptBlock, receiptText } from './receiptFile.ts'

const receipt = { format: 'x', text: '</script><script>alert(1)</script><!-- "é' }
const page = (...blocks: string[]) =>
  `<!doctype html>\n<p>words</p>${blocks.join('<p>')}<script>run()</script>`

test('the data of an HTML receipt is read back, whatever its texts contain', () => {
  const block = receiptBlock(receipt)
  expect(block.match(/</g)).toHaveLength(2)
  expect(JSON.parse(receiptText(page(block)))).toEqual(receipt)
})

test.each([
  ['JSON is read as it is', ' {"a":1}', ' {"a":1}'],
  ['a page without data has none', page(), ''],
  [
    'a page with two blocks has none: readers could take different ones',
    page(receiptBlock(1), receiptBlock(2)),
    '',
  ],
  ['a block without an end is none', page(receiptBlock(1)).replaceAll('</script>', ''), ''],
])('%s', (_, file, text) => {
  expect(receiptText(file)).toBe(text)
})
