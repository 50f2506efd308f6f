import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { addCheckpointText, cosignatureIn, parseAddCheckpoint, parseSize } from './addCheckpoint.ts'
import { parseKeyText } from './note.ts'

const NOTE = `log.example/tm
3
NmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=

— log.example/tm ure85BM5pPqUl81tbqnPqK56vuJEHexv67yjXBHay8JjKzrc5DWng85LMHJ/xYhA6gzdlxqoV5WZE1hy+Eh0wsb3RAo=
`
const COSIGNED =
  '— witness.example/w1 JLXZ/gAAAABpIUywl5XYUYCd74vs4yC08/7yWR8cSZTJFJxDeyE5/Qc9LA+l6UgQwu+7/SEg1//XmXCcaqED4hu47//9IFGHSj+NBA==\n'
const HASH = 'NmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE='
const witness = parseKeyText(
  'witness.example/w1+24b5d9fe+BP0XJDhaoMdbZPt4zWAvodmR/ev3axPFjtcC6sg16fYY',
  crypto.sha256,
)

test('a request reads back as written, with any possible number of proof hashes', () => {
  fc.assert(
    fc.property(
      fc.nat(2 ** 40),
      fc.array(fc.uint8Array({ minLength: 32, maxLength: 32 }), { maxLength: 63 }),
      (old, proof) => {
        expect(parseAddCheckpoint(addCheckpointText({ old, proof, note: NOTE }))).toEqual({
          old,
          proof,
          note: NOTE,
        })
      },
    ),
    { numRuns: 50 },
  )
  const most = { old: 9, proof: Array.from({ length: 63 }, () => new Uint8Array(32)), note: NOTE }
  expect(parseAddCheckpoint(addCheckpointText(most))).toEqual(most)
  expect(addCheckpointText({ old: 0, proof: [], note: NOTE })).toBe(`old 0\n\n${NOTE}`)
})

test.each([
  ['nothing', ''],
  ['no size', `\n\n${NOTE}`],
  ['a size with a leading zero', `old 03\n\n${NOTE}`],
  ['a negative size', `old -3\n\n${NOTE}`],
  ['a size beyond 2^53', `old 9007199254740992\n\n${NOTE}`],
  ['a blank too many', `old  3\n\n${NOTE}`],
  ['a short hash', `old 3\nAAAA\n\n${NOTE}`],
  ['a hash that is no base64', `old 3\n${HASH.replace('N', '!')}\n\n${NOTE}`],
  ['64 hashes', `old 3\n${`${HASH}\n`.repeat(64)}\n${NOTE}`],
  ['no note', `old 3\n${HASH}\n\n`],
  ['a note without signature', `old 3\n\nlog.example/tm\n3\n${HASH}\n`],
  ['more than 16 KiB', `old 3\n\n${NOTE}${COSIGNED.repeat(130)}`],
])('%s is no request', (_, text) => {
  expect(parseAddCheckpoint(text)).toBeNull()
})

test('a request has at most 16 KiB', () => {
  const [, signature = ''] = NOTE.split('\n\n')
  const requestOf = (size: number) => {
    const rest = `old 0\n\n\n\n${signature}`
    return `old 0\n\n${'x'.repeat(size - rest.length)}\n\n${signature}`
  }
  expect(requestOf(16_384)).toHaveLength(16_384)
  expect(parseAddCheckpoint(requestOf(16_384))).toMatchObject({ old: 0, proof: [] })
  expect(parseAddCheckpoint(requestOf(16_385))).toBeNull()
})

test.each([
  ['64 hashes', Array.from({ length: 64 }, () => new Uint8Array(32))],
  ['a short hash', [new Uint8Array(32), new Uint8Array(31)]],
])('no request is written with %s', (_, proof) => {
  expect(() => addCheckpointText({ old: 1, proof, note: NOTE })).toThrow('at most 63 hashes')
})

test('a witness’s line is found in its answer, alone or among others', () => {
  if (!witness) throw new Error('the text names a key')
  const found = { key: witness, seconds: 0x6921_4cb0, line: COSIGNED }
  expect(cosignatureIn(COSIGNED, NOTE, witness, crypto)).toEqual(found)
  const other = COSIGNED.replace('JLXZ/g', 'JLXZ/w')
  expect(cosignatureIn(`${other}${COSIGNED}`, NOTE, witness, crypto)).toEqual(found)
  for (const answer of [
    '',
    COSIGNED.repeat(2).slice(0, -1),
    other,
    COSIGNED.slice(0, -1),
    `${COSIGNED}\n`.replace('BA==', 'CA=='),
    `hello\n`,
    COSIGNED.replace('/w1', '/w2'),
  ]) {
    expect(cosignatureIn(answer, NOTE, witness, crypto)).toBeNull()
  }
  expect(cosignatureIn(COSIGNED, NOTE.replace('\n3\n', '\n4\n'), witness, crypto)).toBeNull()
})

test.each([
  ['0', 0],
  ['9007199254740991', 2 ** 53 - 1],
  ['9007199254740992', null],
  ['01', null],
  ['', null],
  ['1\n', null],
  ['-1', null],
])('%j is the size %s', (text, size) => {
  expect(parseSize(text)).toBe(size)
})
