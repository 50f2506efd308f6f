import { expect, test } from 'vitest'
import { maskedNumber } from './maskedNumber.ts'

test.each([
  ['', ''],
  ['1', '•'],
  ['1234', '••••'],
  ['12345', '•2345'],
  ['AB-1234567', '••••••4567'],
  ['1𝟮𝟯𝟰𝟱', '•𝟮𝟯𝟰𝟱'],
])('of the identity number "%s" is shown "%s"', (idNumber, shown) => {
  expect(maskedNumber(idNumber)).toBe(shown)
})
