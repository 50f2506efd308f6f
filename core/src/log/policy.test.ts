import { createPrivateKey, createPublicKey, sign as edSign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { base64Of } from '../base64.ts'
import { concat, hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { signCheckpoint } from './checkpoint.ts'
import { cosign, keyText, namedKey, parseKeyText, splitNote, type KeyType } from './note.ts'
import { judgePolicy, parsePolicy, type Policy } from './policy.ts'
import { treeOfEntries } from './tree/tree.testing.ts'
import { consistencyProof } from './tree/treeProofs.ts'
import { judgeWitnessed, parseWitnessed } from './witnessed.ts'

const { sha256 } = crypto

function pairOf(name: string, seed: number, type: KeyType) {
  const pkcs8 = Buffer.concat([
    Buffer.from('302e020100300506032b657004220420', 'hex'),
    Buffer.alloc(32, seed),
  ])
  const secret = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
  const publicKey = Buffer.from(createPublicKey(secret).export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    key: namedKey({ name, type, publicKey: new Uint8Array(publicKey) }, sha256),
    sign: (message: Uint8Array) => new Uint8Array(edSign(null, message, secret)),
  }
}

const log = pairOf('log.example/tm', 7, 1)
const laterKey = pairOf('log.example/tm', 8, 1)
const six = ['X1', 'X2', 'X3', 'Y1', 'Y2', 'Y3'].map((name, i) => ({
  name,
  ...pairOf(`witness.example/${name}`, 20 + i, 4),
}))
const [x1 = six[0]] = six
if (!x1) throw new Error('there are six witnesses')
const X1 = keyText(x1.key)
const LOG = keyText(log.key)
const witnessLines = six.map(({ name, key }) => `witness ${name} ${keyText(key)}`)

/** The example of the specification, with the keys of these tests. */
const EXAMPLE = `log ${LOG}

${witnessLines.slice(0, 3).join('\n')}
group X-witnesses 2 X1 X2 X3

${witnessLines.slice(3).join('\n')}
group Y-witnesses any Y1 Y2 Y3

group X-and-Y all X-witnesses Y-witnesses
quorum X-and-Y
`

function policyOf(text: string): Policy {
  const read = parsePolicy(text, sha256)
  if (!read.ok) throw new Error(`line ${read.line}: ${read.problem}`)
  return read.policy
}

const bodies = Array.from({ length: 9 }, (_, i) => `entry ${i}`)
const tree = treeOfEntries(bodies, sha256)
const headAt = (size: number, by = log, root = tree.root(size)) =>
  signCheckpoint({ origin: by.key.name, size, root }, by.key, by.sign)

const SECONDS = 1_763_789_000

/** A head with the signatures of some witnesses, one second apart. */
function signedBy(note: string, names: readonly string[]): string {
  const { text } = splitNote(note) ?? { text: '' }
  const lines = six.flatMap(({ name, key, sign }, i) =>
    names.includes(name) ? cosign(text, SECONDS + i, key, sign) : [],
  )
  return note + lines.join('')
}

describe('the example of the tlog-policy specification', () => {
  const policy = policyOf(EXAMPLE)

  test('counts a head, of all 64 sets of witnesses, only with two of the first three and one of the others', () => {
    for (let set = 0; set < 64; set++) {
      const names = six.map(({ name }) => name).filter((_, i) => Math.floor(set / 2 ** i) % 2 === 1)
      const many = (letter: string) => names.filter((name) => name.startsWith(letter)).length
      const found = judgePolicy(policy, signedBy(headAt(5), names), [log.key], crypto)
      expect(found).toMatchObject({ ok: many('X') >= 2 && many('Y') >= 1, signed: names.length })
    }
  })

  test('lists who signed and when, in the policy’s order', () => {
    const found = judgePolicy(policy, signedBy(headAt(5), ['Y1', 'X1']), [log.key], crypto)
    expect(found).toMatchObject({ quorumSeconds: null, isLogListed: true })
    expect(typeof found === 'string' ? [] : found.witnesses.slice(0, 4)).toEqual([
      { name: 'X1', signer: 'witness.example/X1', seconds: SECONDS },
      { name: 'X2', signer: 'witness.example/X2', seconds: null },
      { name: 'X3', signer: 'witness.example/X3', seconds: null },
      { name: 'Y1', signer: 'witness.example/Y1', seconds: SECONDS + 3 },
    ])
  })

  test.each([
    [['X1', 'X2', 'Y1'], 0],
    [['X1', 'X2', 'X3', 'Y1'], 1],
    [['X2', 'X3', 'Y1', 'Y3'], 1],
    [['X1', 'Y1', 'Y2', 'Y3'], null],
  ] as const)('its quorum was met, with %j, when the last needed witness had signed', (names, after) => {
    const found = judgePolicy(policy, signedBy(headAt(5), names), [log.key], crypto)
    expect(found).toMatchObject({ quorumSeconds: after === null ? null : SECONDS + after })
  })
})

describe('a policy is read strictly', () => {
  const mldsa = base64Of(concat(new Uint8Array([6]), new Uint8Array(1312).fill(3)))
  const other = keyText(six[1]?.key ?? x1.key)
  const sameBytes = `pq.example+00000001+${base64Of(concat(new Uint8Array([6]), x1.key.publicKey))}`

  test.each([
    [
      'blank lines, comments, tabs and addresses',
      ` # mine\n\n\twitness\ta ${X1} https://w.example \nquorum a`,
    ],
    ['no witness at all', 'quorum none\n'],
    ['64 KiB', `#${'x'.repeat(65_522)}\nquorum none\n`],
    ['1,024 lines', `${'\n'.repeat(1_023)}quorum none`],
    ['an algorithm that is not known here', `witness a pq.example+00000001+${mldsa}\nquorum a\n`],
    ['names that are no ASCII', `witness Kölner ${X1}\nquorum Kölner\n`],
    ['one key for a log and a witness', `log ${LOG}\nwitness a ${X1}\ngroup g 1 a\nquorum g\n`],
    [
      'an algorithm that is not known here, with the shortest key',
      `log pq.example+00000001+${base64Of(new Uint8Array([6, 1]))}\nquorum none\n`,
    ],
    ['a sign of a comment within a word', `witness a# ${X1} https://w.example/#\nquorum a#\n`],
    [
      'a group that asks for all its members',
      `witness a ${X1}\nwitness b ${other}\ngroup g 2 a b\nquorum g\n`,
    ],
    ['lines after the quorum', `witness a ${X1}\nquorum a\nwitness b ${other}\n`],
  ])('accepted: %s', (_, text) => {
    expect(parsePolicy(text, sha256)).toMatchObject({ ok: true })
  })

  test.each([
    ['character', 1, `quorum none\r\n`],
    ['character', 1, 'quorum none\u0000'],
    ['character', 2, '\n# a delete\u007f\nquorum none\n'],
    ['character', 1, '# a unit separator\u001f\nquorum none\n'],
    ['line', 1, `witness a ${X1} https://a # none\nquorum a\n`],
    ['line', 1, `witness a ${X1} #\tnone\nquorum a\n`],
    ['key', 1, `witness a ${X1.replace(/\+(.{8})/, (_, id: string) => `+${id.toUpperCase()}`)}\nquorum a\n`],
    ['key', 1, `witness a +00000001+${base64Of(new Uint8Array([6, 1]))}\nquorum a\n`],
    ['threshold', 3, `witness a ${X1}\nwitness b ${other}\ngroup g 3 a b\nquorum g\n`],
    ['threshold', 2, `witness a ${X1}\ngroup g -1 a\nquorum g\n`],
    ['line', 1, 'trust me\n'],
    ['line', 1, 'log\n'],
    ['line', 1, `log ${LOG} https://a https://b\n`],
    ['line', 1, 'witness\n'],
    ['line', 1, `witness ${X1}\n`],
    ['line', 1, `witness a ${X1} https://a https://b\n`],
    ['line', 1, 'group\n'],
    ['line', 1, 'group g\n'],
    ['line', 1, 'quorum\n'],
    ['line', 2, `witness a ${X1}\ngroup g any\nquorum g\n`],
    ['line', 1, 'quorum a b\n'],
    ['key', 1, `witness a witness.example\nquorum a\n`],
    ['key', 1, `witness a ${X1.replace(/\+./, '+g')}\nquorum a\n`],
    ['key', 1, `witness a ${X1.replace(/\+(.)/, (_, one) => `+${one === '0' ? '1' : '0'}`)}\nquorum a\n`],
    ['key', 1, `witness a pq.example+00000001+${base64Of(new Uint8Array([6]))}\nquorum a\n`],
    ['purpose', 1, `witness a ${LOG}\nquorum a\n`],
    ['purpose', 1, `log ${X1}\nquorum none\n`],
    ['twice', 2, `witness a ${X1}\nwitness b ${X1}\nquorum a\n`],
    ['twice', 2, `witness a ${X1}\nwitness b ${sameBytes}\nquorum a\n`],
    ['twice', 2, `witness a ${X1}\nwitness a ${other}\nquorum a\n`],
    ['twice', 1, `witness none ${X1}\nquorum none\n`],
    ['twice', 2, `log ${LOG}\nlog ${LOG}\nquorum none\n`],
    ['twice', 3, `witness a ${X1}\ngroup g any a\ngroup h any a\nquorum g\n`],
    ['twice', 2, `quorum none\nquorum none\n`],
    ['twice', 2, `witness a ${X1}\ngroup a any a\nquorum a\n`],
    ['twice', 2, `witness a ${X1}\ngroup none any a\nquorum none\n`],
    ['twice', 2, `witness a ${X1}\ngroup g any a a\nquorum g\n`],
    ['unknown', 1, `group g any a\nwitness a ${X1}\nquorum g\n`],
    ['unknown', 1, `quorum a\nwitness a ${X1}\n`],
    ['unknown', 2, `witness a ${X1}\ngroup g any none\nquorum g\n`],
    ['threshold', 2, `witness a ${X1}\ngroup g 2 a\nquorum g\n`],
    ['threshold', 2, `witness a ${X1}\ngroup g 0 a\nquorum g\n`],
    ['threshold', 2, `witness a ${X1}\ngroup g 01 a\nquorum g\n`],
    ['threshold', 2, `witness a ${X1}\ngroup g 1.0 a\nquorum g\n`],
    ['threshold', 2, `witness a ${X1}\ngroup g some a\nquorum g\n`],
    ['no_quorum', 2, `witness a ${X1}\n`],
    ['too_long', 1, `#${'x'.repeat(65_523)}\nquorum none\n`],
    ['too_long', 1, `${'\n'.repeat(1_024)}quorum none`],
  ])('refused as %s in line %i: %j', (problem, line, text) => {
    expect(parsePolicy(text, sha256)).toEqual({ ok: false, problem, line })
  })

  test('never throws on any input', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('log', 'witness', 'group', 'quorum', 'a', 'none', X1, LOG, ' ', '\n')),
        (words) => {
          parsePolicy(words.join(' '), sha256)
        },
      ),
    )
    fc.assert(fc.property(fc.string(), (text) => void parsePolicy(text, sha256)))
  })

  test('a witness with an unknown algorithm never counts as having signed', () => {
    const policy = policyOf(
      `witness a pq.example+00000001+${mldsa}\nwitness b ${X1}\ngroup g all a b\nquorum g\n`,
    )
    const found = judgePolicy(policy, signedBy(headAt(5), ['X1']), [log.key], crypto)
    expect(found).toMatchObject({ ok: false, signed: 1 })
  })
})

describe('witnesses vouch for a smaller head', () => {
  const policy = policyOf(`log ${LOG}\nwitness a ${X1}\nquorum a\n`)
  const proof = (from: number, to: number) => consistencyProof(from, to, tree.nodes, sha256).map(hexOf)
  const judge = (head: string, checkpoint: string, path: string[], by: Policy = policy, keys = [log.key]) =>
    judgeWitnessed(head, { checkpoint, proof: path }, by, keys, crypto)
  const witnessed = signedBy(headAt(9), ['X1'])

  test('when a larger head continues it, from every size', () => {
    for (let size = 1; size <= 9; size++)
      expect(judge(headAt(size), witnessed, proof(size, 9))).toMatchObject({ ok: true, size: 9 })
  })

  const other = treeOfEntries([...bodies.slice(0, 8), 'changed'], sha256)
  const fork = signedBy(headAt(9, log, other.root(9)), ['X1'])
  const cosigned = witnessed.split('\n')
  test.each([
    [
      'nobody has signed',
      { problem: 'too_few', isFalse: false },
      () => judge(headAt(4), headAt(9), proof(4, 9)),
    ],
    [
      'nothing is given',
      { problem: 'missing', isFalse: false },
      () => judgeWitnessed(headAt(4), null, policy, [log.key], crypto),
    ],
    [
      'the signed head is smaller',
      { problem: 'older', isFalse: false },
      () => judge(headAt(9), signedBy(headAt(4), ['X1']), proof(4, 9)),
    ],
    [
      'the proof is of other sizes',
      { problem: 'not_continued', isFalse: true },
      () => judge(headAt(4), witnessed, proof(5, 9)),
    ],
    [
      'the signed head is of another history',
      { problem: 'not_continued', isFalse: true },
      () => judge(headAt(9), fork, []),
    ],
    [
      'the log is not a listed one',
      { problem: 'other_log', isFalse: true },
      () =>
        judge(
          headAt(4),
          witnessed,
          proof(4, 9),
          policyOf(`log ${keyText(laterKey.key)}\nwitness a ${X1}\nquorum a\n`),
        ),
    ],
    [
      'the log is another one',
      { problem: 'malformed', isFalse: true },
      () => judge(headAt(4), headAt(9, pairOf('log.sample/tm', 7, 1)), proof(4, 9)),
    ],
    [
      'another key has signed it',
      { problem: 'other_key', isFalse: false },
      () => judge(headAt(4), signedBy(headAt(9, laterKey), ['X1']), proof(4, 9)),
    ],
    [
      'a witness’s signature is of another text',
      { problem: 'malformed', isFalse: true },
      () => judge(headAt(4), headAt(8) + cosigned.slice(-2).join('\n'), proof(4, 8)),
    ],
    [
      'the smaller head is empty',
      { problem: 'not_continued', isFalse: true },
      () => judge(headAt(0, log, sha256(new Uint8Array(0))), witnessed, []),
    ],
  ] as const)('not when %s', (_, expected, found) => {
    expect(found()).toMatchObject({ ok: false, ...expected })
  })

  test('a later key of the log counts if the policy lists it', () => {
    const both = policyOf(`log ${LOG}\nlog ${keyText(laterKey.key)}\nwitness a ${X1}\nquorum a\n`)
    expect(judge(headAt(4), signedBy(headAt(9, laterKey), ['X1']), proof(4, 9), both)).toMatchObject({
      ok: true,
    })
  })

  test('malformed values of a file are not read', () => {
    expect(parseWitnessed({ checkpoint: 'x', proof: ['ab'.repeat(32)] })).not.toBeNull()
    for (const value of [
      null,
      {},
      { checkpoint: 'x' },
      { checkpoint: 1, proof: [] },
      { checkpoint: 'x', proof: ['ab'] },
    ])
      expect(parseWitnessed(value)).toBeNull()
    expect(parseKeyText(LOG, sha256)).toEqual(log.key)
  })
})
