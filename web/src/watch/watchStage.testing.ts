import { base64Of } from '@tickmark/core/base64'
import { hexOf } from '@tickmark/core/bytes'
import { checkpointKey, signCheckpoint } from '@tickmark/core/log/checkpoint'
import { entryLeaf } from '@tickmark/core/log/log'
import type { ForkEvidence } from '@tickmark/core/log/fork'
import { keyText } from '@tickmark/core/log/note'
import { edgeOf } from '@tickmark/core/log/tree/tree'
import { consistencyProof, rangeProof } from '@tickmark/core/log/tree/treeProofs'
import { sha256 } from '@noble/hashes/sha2.js'
import { steadyClock } from './deviceTime.ts'
import { openHeadStore, type ArchivedHead, type HeadStore, type StoredHead } from './headStore.ts'
import { first, historyOf } from './histories.testing.ts'
import type { LogHouse } from './logHouse.ts'
import { watchLog } from './watchLog.ts'
import type { WatchState } from './watchState.ts'

/** A house that shows its log up to a size, with the key that signs its heads; it may withhold or distort parts of it. */
export function toyHouse(origin: string) {
  return {
    log: historyOf(origin),
    size: 20,
    by: first,
    isSilent: false,
    isAway: false,
    isOddEdge: false,
    isHanging: false,
    hidesEntries: false,
  }
}

type ToyHouse = ReturnType<typeof toyHouse>

/** The signed head of a log at a size. */
export function headOf(log: ToyHouse['log'], size: number, by = first): string {
  const key = checkpointKey(log.origin, by.log, sha256)
  return signCheckpoint({ origin: log.origin, size, root: log.tree.root(size) }, key, by.sign)
}

/** What a house answers to the watch. */
export function shownBy(house: ToyHouse): LogHouse {
  const note = () => headOf(house.log, house.size, house.by)
  return {
    async head() {
      if (house.isHanging) return new Promise<null>(() => {})
      if (house.isAway) return null
      const { origin, keyChanges, tree } = house.log
      const edge = edgeOf(house.isOddEdge ? house.size - 1 : house.size, tree.nodes).hashes.map(hexOf)
      const keys = { logKey: house.by.log, receiptsKey: 'cd'.repeat(32) }
      return { checkpoint: note(), edge, origin, ...keys, keyChanges }
    },
    async proof(older, newer) {
      if (house.isSilent || newer > house.size) return null
      return consistencyProof(older, newer, house.log.tree.nodes, sha256)
    },
    async stretchAfter(size) {
      if (house.isSilent || house.hidesEntries || size >= house.size) return null
      const { bodies, tree } = house.log
      const { left, right } = rangeProof(size, size + 1, house.size, tree.nodes)
      const around = { left: left.map(hexOf), right: right.map(hexOf) }
      return { from: size, bodies: bodies.slice(size, size + 1), ...around, checkpoint: note() }
    },
  }
}

/** A house that shows a log up to a size, and a page that watches it. Tabs of one browser share a store of heads. */
export function stage(origin = 'log.example/tm', stored: StoredHead[] = [], tabs: HeadStore | null = null) {
  const house = toyHouse(origin)
  const device = { isOnline: true, wallMs: 1_000_000, monotonicMs: 0 }
  const states: WatchState[] = []
  const pass = (ms: number) => {
    device.wallMs += ms
    device.monotonicMs += ms
  }
  const note = (size = house.size, { log, by } = house) => headOf(log, size, by)
  const watch = watchLog({
    store: tabs ?? { ...openHeadStore(), heads: async () => stored },
    nowMs: steadyClock({ wallMs: () => device.wallMs, monotonicMs: () => device.monotonicMs }),
    isOnline: () => device.isOnline,
    show: (state) => states.push(state),
    house: shownBy(house),
  })
  /** Advances the page's timer by some seconds; the house answers in between. */
  const look = async (seconds: number, isAwake = true) => {
    for (let passed = 0; passed < seconds; passed += 5) {
      pass(5_000)
      watch.look(isAwake)
      if (!house.isHanging) await watch.keep()
    }
  }
  return {
    house,
    device,
    watch,
    note,
    look,
    now: () => states.at(-1),
    /** The house's log as an earlier visit stored it. */
    stored(size = house.size): StoredHead {
      const { tree } = house.log
      return {
        origin,
        vkey: keyText(checkpointKey(origin, house.by.log, sha256)),
        former: [],
        changes: [],
        size,
        root: hexOf(tree.root(size)),
        note: note(size),
        edge: edgeOf(size, tree.nodes).hashes.map(hexOf),
        sinceMs: 5_000,
      }
    },
    /** The house appends entries; its socket announces them after some time. */
    async step(size: number, afterMs = 1_000) {
      const before = house.size
      house.size = size
      pass(afterMs)
      const leaves = house.log.bodies.slice(before, size).map((body) => base64Of(entryLeaf(body, sha256)))
      await watch.step({ size, leaves, note: note(), last: null })
    },
  }
}

/** Heads shared by the tabs of one browser: each write is one transaction. */
export function sharedHeads(): HeadStore & { stored: StoredHead[] } {
  const stored: StoredHead[] = []
  const archive: ArchivedHead[] = []
  const forks = new Map<string, ForkEvidence>()
  return {
    stored,
    heads: async () => [...stored],
    async put(head, day, mayReplace) {
      const place = stored.findIndex(({ origin }) => origin === head.origin)
      if (!mayReplace(stored[place] ?? null)) return
      stored.splice(place < 0 ? stored.length : place, 1, head)
      const { origin, size, note } = head
      if (!archive.some((one) => one.origin === origin && one.day === day))
        archive.push({ origin, day, size, note })
    },
    async archived(origin, size) {
      const fit = archive.filter((one) => one.origin === origin && one.size >= size)
      return fit.toSorted((one, other) => one.size - other.size)[0] ?? null
    },
    forks: async () => [...forks.values()],
    async addFork(origin, evidence) {
      if (!forks.has(origin)) forks.set(origin, evidence)
    },
  }
}
