import { setTimeout as sleep } from 'node:timers/promises'
import { backOff, isConflict, isConnectionLoss, isDuplicate } from '../db/failures.ts'

/** Collects requests while a commit is in progress and writes them together. */
export interface BatchWriter<Item, Answer> {
  /** Settles when the item's batch is committed, with its answer, or rejects with the reason why it was not written. */
  submit(item: Item): Promise<Answer>
  /** Settles when no item is queued or in progress. */
  drained(): Promise<void>
}

export interface BatchOptions<Item, Answer> {
  /**
   * Writes a batch in one transaction and answers each item in its place. It runs again with the same items when the
   * outcome of the transaction is unknown, so each item needs a key that identifies a repeat.
   */
  run(items: readonly Item[]): Promise<readonly Answer[]>
  /** Maximum items per batch. */
  cap?: number
  /**
   * Maximum batches in progress. More than one keeps the database busy while answers are delivered; another batch
   * starts only when it is large enough for its commit.
   */
  lanes?: number
  /** Items with the same key never share a batch: the later one waits for the next. */
  keyOf?(item: Item): string
  /** How long a batch is retried while the database is unreachable, in ms. */
  patienceMs?: number
  /** Maximum queued items; further ones are refused at once. */
  most?: number
}

/** Too many requests are queued already. Nothing was written. */
export class WriterFull extends Error {
  constructor() {
    super('too many requests are waiting to be written')
    this.name = 'WriterFull'
  }
}

interface Waiting<Item, Answer> {
  item: Item
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

const CONFLICTS = 5

/**
 * Makes a writer. It needs no timer: the first request starts in the same turn of the event loop, and those that arrive
 * until its commit form the next batch. A batch with a faulty item is halved until that item is alone.
 */
export function batchWriter<Item, Answer>(options: BatchOptions<Item, Answer>): BatchWriter<Item, Answer> {
  const { cap = 1024, lanes = 1, most = 50_000, keyOf } = options
  let waiting: Waiting<Item, Answer>[] = []
  let underWay = 0
  let isWoken = false
  const onDrained: (() => void)[] = []

  function submit(item: Item): Promise<Answer> {
    if (waiting.length >= most) return Promise.reject(new WriterFull())
    return new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      wake()
    })
  }

  function wake(): void {
    if (isWoken) return
    isWoken = true
    setImmediate(send)
  }

  function send(): void {
    isWoken = false
    while (waiting.length > 0 && (underWay === 0 || (underWay < lanes && waiting.length >= cap / 4))) {
      underWay++
      void write(take(), options).finally(() => {
        underWay--
        if (waiting.length > 0) wake()
        else if (underWay === 0) for (const tell of onDrained.splice(0)) tell()
      })
    }
  }

  function take(): Waiting<Item, Answer>[] {
    if (!keyOf) return waiting.splice(0, cap)
    const taken = new Map<string, Waiting<Item, Answer>>()
    const left: Waiting<Item, Answer>[] = []
    let place = 0
    for (; place < waiting.length && taken.size < cap; place++) {
      const one = waiting[place] as Waiting<Item, Answer>
      const key = keyOf(one.item)
      if (taken.has(key)) left.push(one)
      else taken.set(key, one)
    }
    waiting = left.concat(waiting.slice(place))
    return [...taken.values()]
  }

  function drained(): Promise<void> {
    if (waiting.length === 0 && underWay === 0) return Promise.resolve()
    return new Promise((resolve) => onDrained.push(resolve))
  }

  return { submit, drained }
}

async function write<Item, Answer>(
  batch: Waiting<Item, Answer>[],
  options: BatchOptions<Item, Answer>,
): Promise<void> {
  try {
    const answers = await persist(
      () => options.run(batch.map((one) => one.item)),
      options.patienceMs ?? 10_000,
    )
    for (const [i, one] of batch.entries()) one.resolve(answers[i] as Answer)
  } catch (thrown) {
    if (batch.length === 1 || isHopeless(thrown)) {
      for (const one of batch) one.reject(thrown)
      return
    }
    const half = Math.ceil(batch.length / 2)
    await write(batch.slice(0, half), options)
    await write(batch.slice(half), options)
  }
}

/** Retries after a conflict, and for some time after a connection loss. */
async function persist<T>(run: () => Promise<T>, patienceMs: number): Promise<T> {
  const startedAt = performance.now()
  for (let conflicts = 0, losses = 0; ;) {
    try {
      return await run()
    } catch (thrown) {
      // Another process wrote the duplicate key in between; the next attempt finds it.
      const isBrief = isConflict(thrown) || isDuplicate(thrown)
      if (isBrief && ++conflicts < CONFLICTS) await backOff(conflicts)
      else if (isConnectionLoss(thrown) && performance.now() - startedAt < patienceMs)
        await sleep(Math.min(20 * 2 ** losses++, 500))
      else throw thrown
    }
  }
}

/** No single item caused it, so smaller batches would fail as well. */
function isHopeless(thrown: unknown): boolean {
  return (
    isConnectionLoss(thrown) || isConflict(thrown) || (thrown as { code?: unknown } | null)?.code === '55P03'
  )
}
