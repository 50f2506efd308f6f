import { generateKeyPairSync, sign as edSign } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiBytes, hexOf } from '../bytes.ts'
import { crypto } from '../receipts/nodeCrypto.testing.ts'
import { runs } from '../runs.testing.ts'
import { openCheckpoint, signCheckpoint } from './checkpoint.ts'
import { checkFork, parseFork, type ForkEvidence } from './fork.ts'
import { headOf, judgeHead, type HeadProof, type KeptHead } from './heads.ts'
import { chainFrom, chainOf } from './keyChanges.ts'
import { entryBody, keysText } from './log.ts'
import { keyText, namedKey } from './note.ts'
import { appendLeaf, EMPTY_EDGE, leafHash, rootOf, type Edge, type NodeHashes } from './tree/tree.ts'
import { consistencyProof } from './tree/treeProofs.ts'

const { sha256 } = crypto
const MOST = 300
const ORIGIN = 'log.example/tm'

interface History {
  edges: Edge[]
  leaves: Uint8Array[]
  nodes: NodeHashes
}

/** A log whose entries differ from the others' from `fork` on. */
function historyOf(fork: number, mark: string): History {
  const found = new Map<string, Uint8Array>()
  const [edges, leaves]: [Edge[], Uint8Array[]] = [[EMPTY_EDGE], []]
  for (let i = 0; i < MOST; i++) {
    const leaf = leafHash(asciiBytes(`${i < fork ? '' : mark}entry ${i}`), sha256)
    leaves.push(leaf)
    edges.push(
      appendLeaf(edges[i] as Edge, leaf, sha256, ({ level, index }, node) => {
        found.set(`${level}/${index}`, node)
      }),
    )
  }
  return { edges, leaves, nodes: (level, index) => found.get(`${level}/${index}`) as Uint8Array }
}

function signerOf(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const bytes = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url')
  return {
    key: namedKey({ name: origin, type: 1, publicKey: new Uint8Array(bytes) }, sha256),
    sign: (message: Uint8Array) => new Uint8Array(edSign(null, message, privateKey)),
  }
}

/** A `keys` entry in which one key names its successor. */
function keysEntry(seq: number, by: ReturnType<typeof signerOf>, to: ReturnType<typeof signerOf>): string {
  const log = hexOf(to.key.publicKey)
  const named = { kind: 'keys', seq, at: 0, origin: ORIGIN, log, receipts: 'cd'.repeat(32) } as const
  return entryBody({ ...named, signature: hexOf(by.sign(asciiBytes(keysText(named)))) })
}

const house = signerOf(ORIGIN)
const stranger = signerOf(ORIGIN)
const honest = historyOf(MOST, '')

const edgeAt = ({ edges }: History, size: number) => edges[size] as Edge
const rootAt = (history: History, size: number) => new Uint8Array(rootOf(edgeAt(history, size), sha256))
const noteOf = (history: History, size: number, by = house) =>
  signCheckpoint({ origin: ORIGIN, size, root: rootAt(history, size) }, by.key, by.sign)

function headAt(history: History, size: number): KeptHead {
  const note = noteOf(history, size)
  const opened = openCheckpoint(note, house.key, crypto)
  if (!opened) throw new Error('the house signs its heads')
  return headOf(opened, note)
}

/** The consistency proof that the larger log gives. */
function proofIn(larger: History, older: number, newer: number): HeadProof {
  const path = consistencyProof(older, newer, larger.nodes, sha256)
  return { kind: 'consistency', path, olderRoot: rootAt(larger, older) }
}

function leavesIn(history: History, from: number, to: number, edge = edgeAt(history, from)): HeadProof {
  return { kind: 'leaves', edge, leaves: history.leaves.slice(from, to) }
}

const judge = (kept: KeptHead, note: string, proof: HeadProof | null) =>
  judgeHead(kept, note, proof, house.key, crypto)

/** Sizes around powers of two, and others. */
const SIZES = [
  1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 63, 64, 65, 100, 127, 128, 129, 200, 255, 256, 257, 299, 300,
]
const PAIRS = SIZES.flatMap((older) => SIZES.map((newer) => [older, newer] as const)).filter(
  ([older, newer]) => older <= newer,
)

describe('a new head', () => {
  const other = historyOf(60, 'other ')
  test.each<[string, KeptHead, string, HeadProof | null, string]>([
    ['leaves lead to it', headAt(honest, 64), noteOf(honest, 67), leavesIn(honest, 64, 67), 'grown'],
    ['a proof leads to it', headAt(honest, 64), noteOf(honest, 100), proofIn(honest, 64, 100), 'grown'],
    ['nothing comes with it', headAt(honest, 64), noteOf(honest, 67), null, 'unproved'],
    ['leaves are missing', headAt(honest, 64), noteOf(honest, 67), leavesIn(honest, 65, 67), 'unproved'],
    ['leaves are others', headAt(honest, 64), noteOf(honest, 67), leavesIn(other, 64, 67), 'unproved'],
    ['leaves lead away from it', headAt(honest, 64), noteOf(other, 67), leavesIn(honest, 64, 67), 'unproved'],
    [
      'the edge is another',
      headAt(honest, 64),
      noteOf(honest, 67),
      leavesIn(honest, 64, 67, edgeAt(honest, 63)),
      'unproved',
    ],
    ['a leaf is cut off', headAt(honest, 64), noteOf(honest, 65), shortLeaf(), 'unproved'],
    ['it is the kept one', headAt(honest, 64), noteOf(honest, 64), null, 'same'],
    ['it has the kept size and another root', headAt(honest, 64), noteOf(other, 64), null, 'fork'],
    ['it is older', headAt(honest, 100), noteOf(honest, 64), proofIn(honest, 64, 100), 'older'],
    ['it is older, and nobody shows it', headAt(honest, 100), noteOf(honest, 64), null, 'unproved'],
    ['it is older, in another log', headAt(honest, 100), noteOf(other, 64), proofIn(honest, 64, 100), 'fork'],
    ['it is newer, in another log', headAt(honest, 64), noteOf(other, 100), proofIn(other, 64, 100), 'fork'],
    [
      'the proof is of other sizes',
      headAt(honest, 64),
      noteOf(honest, 100),
      proofIn(honest, 63, 100),
      'unproved',
    ],
    [
      'the proof is of the other log',
      headAt(honest, 64),
      noteOf(honest, 100),
      proofIn(other, 64, 100),
      'unproved',
    ],
    ['somebody else signed it', headAt(honest, 64), noteOf(honest, 67, stranger), null, 'wrong_key'],
    ['it is no note', headAt(honest, 64), 'hello', null, 'wrong_key'],
    ['the log began with nothing', emptyHead(), noteOf(honest, 5), leavesIn(honest, 0, 5), 'grown'],
    [
      'a proof from nothing shows nothing',
      emptyHead(),
      noteOf(honest, 5),
      { kind: 'consistency', path: [] },
      'unproved',
    ],
  ])('%s', (_, kept, note, proof, kind) => {
    expect(judge(kept, note, proof).kind).toBe(kind)
  })

  function shortLeaf(): HeadProof {
    return { kind: 'leaves', edge: edgeAt(honest, 64), leaves: [new Uint8Array(31)] }
  }

  function emptyHead(): KeptHead {
    return headAt(honest, 0)
  }

  test('of an honest log counts as grown, by leaves and by proof, at all sizes', () => {
    for (const [older, newer] of PAIRS) {
      if (older === newer) continue
      const kept = headAt(honest, older)
      const grown = judge(kept, noteOf(honest, newer), leavesIn(honest, older, newer))
      expect(grown).toEqual({ kind: 'grown', head: headAt(honest, newer), edge: edgeAt(honest, newer) })
      expect(judge(kept, noteOf(honest, newer), proofIn(honest, older, newer)).kind).toBe('grown')
      expect(judge(headAt(honest, newer), noteOf(honest, older), proofIn(honest, older, newer)).kind).toBe(
        'older',
      )
    }
  })
})

const anySize = fc.integer({ min: 1, max: MOST })

test('a rewritten log never counts as grown, and its own proof makes valid evidence', () => {
  fc.assert(
    fc.property(anySize, anySize, fc.nat({ max: MOST - 1 }), (a, b, changed) => {
      const [older, newer] = [Math.min(a, b), Math.max(a, b)]
      const other = historyOf(changed, 'changed ')
      const judged = judge(headAt(honest, older), noteOf(other, newer), proofIn(other, older, newer))
      const isRewritten = changed < older
      expect(judged.kind).toBe(isRewritten ? 'fork' : older === newer ? 'same' : 'grown')
      if (judged.kind === 'fork') expect(checkFork(judged.evidence, crypto)).toMatchObject({ problem: null })
    }),
    { numRuns: runs(20, 300) },
  )
})

describe('evidence of a fork', () => {
  const pairs = PAIRS.filter((_, i) => i % 6 === 0).slice(0, 50)
  /** The page's evidence about a log that was rewritten from its first entry on. */
  const other = historyOf(0, 'rewritten ')
  const evidenceOf = (older: number, newer: number): ForkEvidence => {
    const judged = judge(headAt(honest, older), noteOf(other, newer), proofIn(other, older, newer))
    if (judged.kind !== 'fork') throw new Error(`${older} and ${newer} fork, but are ${judged.kind}`)
    return judged.evidence
  }

  test('holds for 50 pairs of sizes, including powers of two, and survives a file', () => {
    expect(pairs).toHaveLength(50)
    expect(pairs.filter(([older]) => Math.log2(older) % 1 === 0).length).toBeGreaterThan(10)
    for (const [older, newer] of pairs) {
      const file: unknown = JSON.parse(JSON.stringify(evidenceOf(older, newer)))
      expect(checkFork(file, crypto)).toMatchObject({
        readable: true,
        problem: null,
        older: { size: older, root: rootAt(honest, older) },
        newer: { size: newer, root: rootAt(other, newer) },
      })
    }
  })

  test('cannot be made from an honest log at any of these pairs', () => {
    for (const [older, newer] of pairs) {
      const made: ForkEvidence = {
        ...evidenceOf(older, newer),
        newer: { note: noteOf(honest, newer) },
        olderRootInNewer: hexOf(rootAt(honest, older)),
        proof: consistencyProof(older, newer, honest.nodes, sha256).map(hexOf),
      }
      expect(checkFork(made, crypto)).toMatchObject({ problem: 'same_history' })
      const claimed = { ...made, olderRootInNewer: hexOf(rootAt(other, older)) }
      expect(checkFork(claimed, crypto)).toMatchObject({ problem: 'not_proved' })
    }
  })

  const good = evidenceOf(65, 200)
  test.each<[string, Partial<ForkEvidence>, string]>([
    [
      'a stranger signed the older head',
      { older: { note: noteOf(honest, 65, stranger) } },
      'older_not_signed',
    ],
    [
      'a stranger signed the newer head',
      { newer: { note: noteOf(other, 200, stranger) } },
      'newer_not_signed',
    ],
    ['the heads are exchanged', { older: good.newer, newer: good.older }, 'wrong_order'],
    ['the older log is empty', { older: { note: noteOf(honest, 0) }, proof: [] }, 'wrong_order'],
    ['the proof is cut off', { proof: good.proof.slice(1) }, 'not_proved'],
    ['the proof is too long', { proof: [...good.proof, 'ab'.repeat(32)] }, 'not_proved'],
    ['the root is another', { olderRootInNewer: 'ab'.repeat(32) }, 'not_proved'],
    [
      'one head is given twice',
      {
        ...evidenceOf(64, 64),
        newer: { note: noteOf(honest, 64) },
        olderRootInNewer: hexOf(rootAt(honest, 64)),
      },
      'same_history',
    ],
  ])('does not hold when %s', (_, change, problem) => {
    expect(checkFork({ ...good, ...change }, crypto)).toMatchObject({ readable: true, problem })
  })

  describe('by two keys', () => {
    const second = signerOf(ORIGIN)
    const change = keysEntry(61, house, second)
    const chain = chainFrom(chainOf(house.key), [change], crypto)
    const judged = judgeHead(
      headAt(honest, 65),
      noteOf(other, 200, second),
      proofIn(other, 65, 200),
      second.key,
      crypto,
      chain,
    )
    if (judged.kind !== 'fork') throw new Error(`two keys fork, but are ${judged.kind}`)
    const { evidence } = judged

    test('holds when one key is the other’s successor, and includes the entry that proves it', () => {
      expect(evidence.changes).toEqual([change])
      expect(checkFork(evidence, crypto)).toMatchObject({ problem: null, vkey: keyText(house.key) })
    })

    test.each<[string, Partial<ForkEvidence>, string]>([
      ['nothing leads to the second key', { changes: [] }, 'newer_not_signed'],
      ['the second key named itself', { changes: [keysEntry(61, second, second)] }, 'newer_not_signed'],
      ['the first key signed both heads', { newer: { note: noteOf(other, 200) } }, 'wrong_changes'],
      ['a text leads nowhere', { changes: [change, '{}'] }, 'wrong_changes'],
      ['the second key signed both heads', { older: { note: noteOf(honest, 65, second) } }, 'wrong_changes'],
    ])('does not hold when %s', (_, changed, problem) => {
      expect(checkFork({ ...evidence, ...changed }, crypto)).toMatchObject({ readable: true, problem })
    })
  })

  test.each<[string, unknown]>([
    ['null', null],
    ['another format', { ...good, format: 'tickmark-fork/1' }],
    ['changes that are no texts', { ...good, changes: [1] }],
    ['a further field', { ...good, comment: '' }],
    ['a head without a note', { ...good, older: {} }],
    ['a proof of other things', { ...good, proof: [1] }],
    ['an endless proof', { ...good, proof: Array.from({ length: 65 }, () => 'ab'.repeat(32)) }],
    ['endless changes', { ...good, changes: Array.from({ length: 1_001 }, () => '{}') }],
    ['a root that is none', { ...good, olderRootInNewer: 'AB'.repeat(32) }],
    ['a key that is none', { ...good, vkey: 'log.example/tm' }],
  ])('is unreadable as %s', (_, value) => {
    expect(checkFork(value, crypto)).toEqual({ readable: false })
  })

  test('is read up to the longest proof and the most changes, which then prove nothing', () => {
    const proof = Array.from({ length: 64 }, () => 'ab'.repeat(32))
    expect(checkFork({ ...good, proof }, crypto)).toMatchObject({ readable: true, problem: 'not_proved' })
    const changes = Array.from({ length: 1_000 }, () => '{}')
    expect(checkFork({ ...good, changes }, crypto)).toMatchObject({ problem: 'wrong_changes' })
  })

  test('keeps exactly its fields when it is read', () => {
    expect(parseFork(JSON.parse(JSON.stringify(good)))).toEqual(good)
  })
})
