import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type SeedItem, seedItem } from '@tickmark/wire/content'
import * as z from 'zod/mini'
import { type Log, messageOf } from '../log.ts'

/** Where the sandbox's content lies: JSON files of items, and `pictures/<name>.jpg`. */
export const SHIPPED_FOLDER = join(import.meta.dirname, 'seed')

const seedFile = z.array(seedItem)

/** Reads the items of a folder, file by file in the order of their names; a file that cannot be read is logged and left out. */
export function readShipped(folder: string, log: Log): SeedItem[] {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
  return names.toSorted().flatMap((name) => {
    try {
      return z.parse(seedFile, JSON.parse(readFileSync(join(folder, name), 'utf8')))
    } catch (thrown) {
      log.error('a file of content that ships with the app cannot be read', {
        name,
        reason: messageOf(thrown),
      })
      return []
    }
  })
}

/** A picture that ships with the app, as it is served; null when there is none of that name. */
export function readShippedPicture(folder: string, name: string): Buffer | null {
  const path = join(folder, 'pictures', `${name}.jpg`)
  return /^[a-z0-9-]+$/.test(name) && existsSync(path) ? readFileSync(path) : null
}
