import { cosignerOf } from '@tickmark/witness/cosigner'
import { followHouse, type Found } from '@tickmark/witness/followHouse'
import { houseFiles } from '@tickmark/witness/houseFiles'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { type CheatingHouse, SITE } from './cheatingHouse.ts'

/** `tickmark-witness` on a machine of its own, which looks when it is told to. */
export interface Watcher {
  /** Looks at the address that people know; `url` is the server that answers there, the house's own unless it is given. */
  look(url?: string): Promise<Found>
}

export function newWatcher(house: CheatingHouse, name = 'witness.example/w1'): Watcher {
  const dataDir = mkdtempSync(join(tmpdir(), 'tickmark-watcher-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
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
