import { existsSync, mkdirSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

const unpack = promisify(gunzip)

/** Stores the chain between runs. */
export interface ChainFile {
  folder: string
  /** The saved state; null before the first save. */
  path(): string | null
  /** Replaces the saved state with a reply of anvil_dumpState. Durable across a power failure once it returns. */
  write(dump: string): Promise<void>
}

export function chainFile(folder: string): ChainFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, 'state.json')
  return {
    folder,
    path: () => (existsSync(path) ? path : null),
    async write(dump) {
      const draft = `${path}.new`
      const file = await open(draft, 'w', 0o600)
      try {
        await file.writeFile(await unpack(Buffer.from(dump.slice(2), 'hex')))
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      await syncFolder(folder)
    },
  }
}

/** Syncs the folder, which records the rename. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
