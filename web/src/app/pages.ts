import type { ComponentType } from 'react'
import { HomePage } from '../features/home/HomePage.tsx'
import { late } from '../i18n/late.ts'
import type { Page } from '../navigation/appRoute.ts'

const FILES = import.meta.glob<Record<string, ComponentType>>([
  '../features/*/*Page.tsx',
  '!../features/home/HomePage.tsx',
])

/** Pages by file: a page used in two places is loaded once. Home is part of the first screen. */
const made = new Map<string, Page>([['home/HomePage', { Component: HomePage, load: async () => {} }]])

/** The page of a file under features: "coin/CoinPage" exports `CoinPage`. Throws when the file does not exist. */
export function page(file: string): Page {
  const known = made.get(file)
  if (known) return known
  const one = makePage(file)
  made.set(file, one)
  return one
}

function makePage(file: string): Page {
  const fetchFile = FILES[nameOf(file)]
  if (!fetchFile) throw new Error(`no page ${file}`)
  const name = file.slice(file.lastIndexOf('/') + 1)
  const Component = late(async () => {
    const { [name]: loaded } = await fetchFile()
    if (!loaded) throw new Error(`${file}.tsx exports no ${name}`)
    return loaded
  })
  return { load: Component.load, Component }
}

function nameOf(file: string): string {
  return `../features/${file}.tsx`
}
