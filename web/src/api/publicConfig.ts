import { publicConfig, type PublicConfig } from '@tickmark/wire/config'
import * as z from 'zod/mini'
import { startInDefaultBook } from '../session/session.ts'
import { keep, keptJson } from '@tickmark/client/storage.ts'
import { createStore, useStore } from '@tickmark/client/observable.ts'
import { openPublicConfig } from '@tickmark/client/publicConfig.ts'

const config = createStore<PublicConfig | null>(keptConfig())

export const { loadConfig, askConfigAgain } = openPublicConfig((known) => {
  keep('config', JSON.stringify(known))
  takeConfig(known)
  startInDefaultBook(known.mode)
})

/** The configuration as a hook: the last known one at once; null on a first visit until it arrives. */
export function useConfig(): PublicConfig | null {
  return useStore(config)
}

/** The last known configuration, for code outside components. */
export function configNow(): PublicConfig | null {
  return config.get()
}

/** Shows the page as this configuration says. */
export function takeConfig(known: PublicConfig): void {
  config.set(known)
}

function keptConfig(): PublicConfig | null {
  const parsed = z.safeParse(publicConfig, keptJson('config'))
  return parsed.success ? parsed.data : null
}
