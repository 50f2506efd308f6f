import { useLayoutEffect, useRef } from 'react'
import { dismissMistake } from './toast.ts'

/** What `history.state` says about an entry of the app. */
export interface Place {
  /** Number of screens below this one. */
  depth: number
  /** Number of history entries of layers above the screen's own entry; at most one for each open layer. */
  layers: number
  /** Which of these entries holds a layer in its address ("?open=…"), counted from 1; 0 when none does. */
  named: number
}

interface Layer {
  close: () => void
}

interface Step {
  /** The number of layer entries to keep. */
  keep: () => number
  act: () => void
}

/** Longest wait for a history traversal: the browser may have refused it. */
const REFUSED_MS = 1_000

/** The open layers, the lowest first. */
const open: Layer[] = []
const listeners = new Set<() => void>()
const waiting: Step[] = []
let moving: ReturnType<typeof setTimeout> | null = null

/**
 * Gives an open layer a history entry: Back closes the top layer and leaves the page below as it is. Every sheet,
 * menu and dialog calls this, and no other component covers the page.
 */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useLayoutEffect(() => {
    latest.current = close
  })
  useLayoutEffect(() => {
    if (!isOpen) return
    const layer = { close: () => latest.current() }
    open.push(layer)
    changed()
    dismissMistake()
    return () => {
      open.splice(open.indexOf(layer), 1)
      changed()
    }
  }, [isOpen])
}

/** Calls `listener` when a layer opens or closes. */
export function onLayers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
  settleSoon()
}

/** Follows the browser's Back and Forward; the app calls this once. Layers do not survive a reload, but their entries do. */
export function startLayers(): void {
  addEventListener('popstate', arrive)
  descend(() => placeNow().named)
}

/** The current entry; one that another page wrote counts as the first. */
export function placeNow(): Place {
  const { depth = 0, layers = 0, named = 0 } = (history.state ?? {}) as Partial<Place>
  return { depth, layers, named }
}

/**
 * Runs `act` when at most `keep` entries of layers are left; at once if that is so already. Every change of the
 * address goes through here: a history traversal is asynchronous, and two must not overlap.
 */
export function descend(keep: () => number, act: () => void = () => {}): void {
  waiting.push({ keep, act })
  if (moving === null) takeSteps()
}

function takeSteps(): void {
  for (let step = waiting[0]; step; step = waiting[0]) {
    const excess = placeNow().layers - step.keep()
    if (excess > 0) return move(-excess)
    waiting.shift()
    step.act()
  }
}

function move(by: number): void {
  moving = setTimeout(arrive, REFUSED_MS)
  history.go(by)
}

function arrive(): void {
  if (moving === null) closeAbove(placeNow().layers)
  else {
    clearTimeout(moving)
    moving = null
    takeSteps()
  }
  settleSoon()
}

/** The user went back: closes the layers above, top first. A layer that refuses to close gets its entry again. */
function closeAbove(count: number): void {
  for (const layer of open.slice(count).toReversed()) layer.close()
}

/** Waits until the components have rendered: a layer that closes hands its entry to one that opens. */
function settleSoon(): void {
  setTimeout(settle)
}

function settle(): void {
  if (moving !== null) return
  const { layers, named } = placeNow()
  const excess = layers - Math.max(open.length, named)
  if (excess > 0) return move(-excess)
  try {
    for (let count = layers + 1; count <= open.length; count++)
      history.pushState({ ...placeNow(), layers: count }, '')
  } catch {
    // The browser allows no more entries: Back then leaves the page.
  }
}
