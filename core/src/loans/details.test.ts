import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { detailsHash } from './details.ts'

const sha256 = (data: Uint8Array) => new Uint8Array(createHash('sha256').update(data).digest())
const text = fc.string({ unit: 'binary', maxLength: 40 })

test('the hash of details is the hash of their JSON in UTF-8, in any script and with lone surrogates', () => {
  fc.assert(
    fc.property(
      text,
      text,
      text,
      text,
      fc.constantFrom('', 'é', '日本', '👩‍🚀', '\ud800', 'سلام'),
      (...typed) => {
        const [name, phone, address, idNumber, more] = typed
        const details = { name: name + more, phone, address, idNumber }
        const json = JSON.stringify(['ab', details.name, phone, address, idNumber])
        const expected = createHash('sha256').update(Buffer.from(json, 'utf8')).digest('hex')
        expect(detailsHash(details, 'ab', sha256)).toBe(expected)
      },
    ),
  )
})

test('any other detail and any other salt give another hash', () => {
  const details = { name: 'Ann', phone: '1234567', address: 'Here 1', idNumber: 'A1234' }
  const hashes = [
    detailsHash(details, '00', sha256),
    detailsHash(details, '01', sha256),
    ...Object.keys(details).map((field) => detailsHash({ ...details, [field]: 'x' }, '00', sha256)),
    // A part of one field must not pass for a part of the next.
    detailsHash({ ...details, name: 'Ann1', phone: '234567' }, '00', sha256),
  ]
  expect(new Set(hashes).size).toBe(hashes.length)
})
