import { ENVELOPE_LIMIT } from '@tickmark/wire/legacy/envelope'
import { expect, test } from 'vitest'
import { envelopeOf } from './envelope.ts'

const { seal, open } = envelopeOf(new Uint8Array(32).fill(1))

/** A JSON text of exactly this many bytes. */
const jsonOf = (bytes: number) => JSON.stringify('a'.repeat(bytes - 2))

test('the longest readable envelope has as many characters as the wire says, and not one block more', () => {
  const most = (ENVELOPE_LIMIT / 4) * 3 - 1 // at least one byte is padding
  const longest = seal(jsonOf(most))
  expect(longest).toHaveLength(ENVELOPE_LIMIT)
  expect(open(longest)).toEqual({ value: JSON.parse(jsonOf(most)) as unknown })
  const longer = seal(jsonOf(most + 1))
  expect(longer.length).toBeGreaterThan(ENVELOPE_LIMIT)
  expect(open(longer)).toBeNull()
})

test('text that is not one of our envelopes opens to nothing', () => {
  const good = seal('{"n":1}')
  expect(open(good)).toEqual({ value: { n: 1 } })
  const other = envelopeOf(new Uint8Array(32).fill(2))
  for (const bad of ['', '*', `${good}=`, ` ${good}`, good.slice(4), other.seal('{"n":1}'), seal('{"n":1')])
    expect(open(bad), bad).toBeNull()
})
