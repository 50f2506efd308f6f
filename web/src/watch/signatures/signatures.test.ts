import { expect, test } from 'vitest'
import { withSignatures } from './signatures.ts'

const bytes = (mark: number) => new Uint8Array([mark])

test.each<[number[], string]>([
  [[], 'both'],
  [[2], 'first'],
  [[1], 'neither'],
  [[1, 2], 'neither'],
])(
  'a check that needs signatures ends as if each had been checked at once: without %o it is %s',
  async (wrong, expected) => {
    const asked: number[] = []
    const result = await withSignatures(
      ({ verifyEd25519 }) => {
        const isValid = (mark: number) => verifyEd25519(bytes(mark), bytes(0), bytes(9))
        return isValid(1) ? (isValid(2) ? 'both' : 'first') : 'neither'
      },
      async ({ signature: [mark = 0] }) => {
        asked.push(mark)
        return !wrong.includes(mark)
      },
    )
    expect(result).toBe(expected)
    expect(asked).toEqual([...new Set(asked)])
  },
)
