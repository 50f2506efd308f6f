import { cosignerOf } from '@tickmark/witness/cosigner'
import { followHouse, type Found } from '@tickmark/witness/followHouse'
import { houseFiles } from '@tickmark/witness/houseFiles'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type CheatingHouse, SITE } from './cheatingHouse.ts'

/** `tickmark-witness` on its own machine, which looks on command. */
export interface Watcher {
  /** Looks at the public address; `url` is the server that answers there, by default the house's own. */
  look(url?: string): Promise<Found>
}

export function newWatcher(house: CheatingHouse, name = 'witness.example/w1'): Watcher {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-watcher-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const cosigner = cosignerOf(name, new Uint8Array(32).fill(9))
  return {
    look(url = house.url) {
      const reach = {
        fetch: (input: string | URL | Request) =>
          fetch((input instanceof Request ? input.url : input.toString()).replace(SITE, url)),
        wait: () => Promise.reject(new Error('a house without limits asks for no patience')),
      }
      const files = houseFiles(SITE, reach)
      return followHouse(files, { dataDir, cosigner, given: null, nowMs: house.clock.nowMs })
    },
  }
}
