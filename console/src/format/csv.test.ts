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

test.each(['=1+1', '@SUM(A1)', '+cmd', '-cmd|x'])('a spreadsheet runs no formula in the text %s', (text) => {
  expect(csvText(['x'], [[text]])).toContain(`'${text}`)
})
