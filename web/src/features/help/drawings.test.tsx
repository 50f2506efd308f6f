import type { ReactElement } from 'react'
import { expect, test } from 'vitest'
import { drawn, drawnMarkup } from '../../app/drawn.testing.tsx'
import { PriceDrawing, ReceiptDrawing, ReturnedDrawing } from './OrderDrawings.tsx'

/** The texts of a legend, each with the shapes and colours of the mark beside it. */
async function legendOf(drawing: ReactElement): Promise<string[]> {
  const markup = await drawnMarkup(drawing)
  const rows = markup.matchAll(/<li [^>]*>(?:<svg[^>]*>(.*?)<\/svg>)?([^<]*)<\/li>/g)
  return Array.from(rows, ([, mark = '', text = '']) => {
    const shapes = mark.matchAll(/<(\w+) [^>]*?class="([^"]*)"/g)
    return [text, ...Array.from(shapes, ([, shape, look]) => `${shape} ${look}`)].join(': ')
  })
}

test.each<[ReactElement, string]>([
  [
    <PriceDrawing key="price" />,
    'A price line. From the entry price a level line runs to the end; above it Up wins. The line ends above it. | Up wins here | Entry price | Settlement price | Entry price | Settlement price | Up wins here',
  ],
  [
    <ReturnedDrawing key="returned" />,
    'Two price lines. One ends exactly on the entry price. In the other the last prices are missing. | Tie | Outage | Tie | Outage',
  ],
  [
    <ReceiptDrawing key="receipt" />,
    'Three entries of the log in a row: ticket, entry price, settlement price. All of them are checked together. | Ticket | Entry price | Settlement price | checked | Ticket | Entry price | Settlement price | checked',
  ],
])('a drawing of the guide is described, and has its notes again in a legend', async (drawing, texts) => {
  expect(await drawn(drawing)).toBe(texts)
})

test('each text of a legend stands beside its own mark', async () => {
  expect(await legendOf(<PriceDrawing />)).toEqual([
    'Entry price: circle fill-ground stroke-brand',
    'Settlement price: circle opacity-20 fill-up: circle fill-up',
    'Up wins here: path fill-up opacity-20',
  ])
  expect(await legendOf(<ReturnedDrawing />)).toEqual([
    'Tie: circle opacity-20 fill-ink-3: circle fill-ink-3',
    'Outage: path fill-caution-wash',
  ])
})
