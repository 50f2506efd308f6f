export interface ChartColours {
  ground: string
  ink: string
  ink2: string
  ink3: string
  rule: string
  brand: string
  onBrand: string
  up: string
  down: string
  /** Font family of the page, for text on the canvas. */
  font: string
  /** Font size on the canvas in CSS pixels: 11 at normal text size. */
  textPx: number
}

/** Reads the current values of the tokens under `host`: a canvas cannot use CSS variables. */
export function readColours(host: HTMLElement): ChartColours {
  const probe = document.createElement('i')
  // During a transition, the computed value would still be the old one.
  probe.style.transition = 'none'
  host.append(probe)
  const read = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const colours = {
    ground: read('ground'),
    ink: read('ink'),
    ink2: read('ink-2'),
    ink3: read('ink-3'),
    rule: read('rule'),
    brand: read('brand'),
    onBrand: read('on-brand'),
    up: read('up'),
    down: read('down'),
    font: getComputedStyle(host).fontFamily,
    textPx: Math.round(Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.6875),
  }
  probe.remove()
  return colours
}

/** The same colour at an opacity from 0 to 1. */
export function faded(colour: string, opacity: number): string {
  const [red, green, blue] = (colour.match(/[\d.]+/g) ?? []).map(Number)
  return `rgba(${red ?? 0}, ${green ?? 0}, ${blue ?? 0}, ${opacity})`
}

/**
 * Calls `changed` when the theme or the up/down colours change, by the system or by the user. Returns an unsubscribe
 * function.
 */
export function onColours(changed: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  const chosen = new MutationObserver(changed)
  chosen.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-updown'],
  })
  system.addEventListener('change', changed)
  return () => {
    chosen.disconnect()
    system.removeEventListener('change', changed)
  }
}
