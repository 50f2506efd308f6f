import { CONFIG_PATH, publicConfig, type PublicConfig } from '@tickmark/wire/config'
import * as z from 'zod/mini'
import { startInDefaultBook } from '../session/session.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { createStore, useStore } from '@tickmark/client/observable.ts'

const config = createStore<PublicConfig | null>(keptConfig())
let asked: Promise<PublicConfig> | null = null

/** Loads the server's public configuration once. Throws while the server is unreachable; the next call tries again. */
export function loadConfig(): Promise<PublicConfig> {
  asked ??= fetchConfig().catch((failure: unknown) => {
    asked = null
    throw failure
  })
  return asked
}

/** Forgets the configuration, because the key or the flags may have changed: the next call loads it again. */
export function askConfigAgain(): void {
  asked = null
}

/** The configuration as a hook: the last known one at once; null on a first visit until it arrives. */
export function useConfig(): PublicConfig | null {
  return useStore(config)
}

/** The last known configuration, for code outside components. */
export function configNow(): PublicConfig | null {
  return config.get()
}

async function fetchConfig(): Promise<PublicConfig> {
  const response = await fetch(CONFIG_PATH, { headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`configuration: ${response.status}`)
  const known = publicConfig.parse(await response.json())
  keep('config', JSON.stringify(known))
  takeConfig(known)
  startInDefaultBook(known.mode)
  return known
}

/** Shows the page as this configuration says. */
export function takeConfig(known: PublicConfig): void {
  config.set(known)
}

function keptConfig(): PublicConfig | null {
  const parsed = z.safeParse(publicConfig, keptJson('config'))
  return parsed.success ? parsed.data : null
}
