import { createStore, type Store } from '@tickmark/client/observable.ts'

/** `unsaved`: the last try failed; the changes wait for the next one. */
export type SaveState = 'saved' | 'saving' | 'unsaved'

export interface DraftSaverDeps<Fields> {
  /** Stores these fields on the server and leaves the others. Throws on failure. */
  save(fields: Partial<Fields>): Promise<unknown>
  /** Calls back once after the typing pause; returns a cancel function. */
  later(run: () => void): () => void
}

export interface DraftSaver<Fields> {
  state: Store<SaveState>
  /** Changes that the server does not have yet. */
  unsaved(): Partial<Fields>
  put(fields: Partial<Fields>): void
  /** Saves everything now; returns whether the server has it all. */
  flush(): Promise<boolean>
}

/** Saves a draft while the user types: one request at a time, each with all changes since the last successful one. */
export function createDraftSaver<Fields extends object>(deps: DraftSaverDeps<Fields>): DraftSaver<Fields> {
  const state = createStore<SaveState>('saved')
  let waiting: Partial<Fields> = {}
  let leaving: Partial<Fields> = {}
  let current: Promise<boolean> | null = null
  let stop = () => {}

  function put(fields: Partial<Fields>): void {
    waiting = { ...waiting, ...fields }
    state.set('saving')
    stop()
    stop = deps.later(() => void flush())
  }

  function flush(): Promise<boolean> {
    stop()
    return (current ??= sendAll().finally(() => (current = null)))
  }

  async function sendAll(): Promise<boolean> {
    while (Object.keys(waiting).length > 0) {
      leaving = waiting
      waiting = {}
      state.set('saving')
      try {
        await deps.save(leaving)
      } catch {
        // Text typed meanwhile is newer.
        waiting = { ...leaving, ...waiting }
        leaving = {}
        state.set('unsaved')
        return false
      }
      leaving = {}
    }
    state.set('saved')
    return true
  }

  return { state, put, flush, unsaved: () => ({ ...leaving, ...waiting }) }
}
