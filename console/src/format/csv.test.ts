import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test('a table is written with its head, quoted where needed', () => {
  const text = csvText(
    ['name', 'amount'],
    [
      ['a,"b"', '-12.5'],
      ['two\nlines', 'a=b-c'],
    ],
  )
  expect(text).toBe('\uFEFFname,amount\r\n"a,""b""",-12.5\r\n"two\nlines",a=b-c\r\n')
})

test.each(['=1+1', '@SUM(A1)', '+cmd', '-cmd|x', '=1', '-1+2', '-1.', '+1.5e3', '-1-1', '\t=1'])(
  'a spreadsheet runs no formula in the text %s',
  (text) => {
    expect(csvText(['x'], [[text]])).toContain(`'${text}`)
  },
)

test.each(['-12.5', '+12', '-0.00000001', '12', '2026-11-21', 'a@b'])('%s stays as it is', (text) => {
  expect(csvText(['x'], [[text]])).toBe(`\uFEFFx\r\n${text}\r\n`)
})

test.each([',', '"', '\r', '\n'])('a cell with %j is quoted', (mark) => {
  const quoted = mark === '"' ? '""' : mark
  expect(csvText(['x'], [[`a${mark}b`]])).toBe(`\uFEFFx\r\n"a${quoted}b"\r\n`)
})
