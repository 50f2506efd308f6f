/** The icon set on a 24 px grid, stroke width 1.7. Own work. Each text is one SVG path. */
export const ICONS = {
  menu: ['M4 7h16M4 12h10M4 17h16'],
  back: ['M15 5l-7 7 7 7'],
  chevron: ['M9 5l7 7-7 7'],
  chevronDown: ['M5 9l7 7 7-7'],
  star: ['M12 4l2.4 5 5.6.7-4.1 3.8 1.1 5.5-5-2.7-5 2.7 1.1-5.5L4 9.7 9.6 9z'],
  list: ['M5 6h14M5 12h14M5 18h9'],
  receive: ['M12 4v13m0 0l-5-5m5 5l5-5M5 21h14'],
  send: ['M12 20V7m0 0L7 12m5-5l5 5M5 3h14'],
  swap: ['M7 4v14m0 0l-3-3m3 3l3-3M17 20V6m0 0l-3 3m3-3l3 3'],
  gift: ['M4 11h16v9H4zM3 7h18v4H3zM12 7v13M12 7c-2-4-6-3-5 0m5 0c2-4 6-3 5 0'],
  markets: ['M4 17l5-6 4 4 7-9', 'M15 6h5v5'],
  orders: ['M12 7v5l3 2', 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z'],
  wallet: ['M4 7h14a2 2 0 012 2v8a2 2 0 01-2 2H6a2 2 0 01-2-2zM4 7l11-3v3M16 13h1'],
  arbitrage: ['M4 16c4 0 4-8 8-8s4 8 8 8', 'M4 8c4 0 4 8 8 8s4-8 8-8'],
  eye: ['M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z', 'M12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z'],
  eyeOff: [
    'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z',
    'M12 9.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5z',
    'M4 20L20 4',
  ],
  share: ['M12 15V4m0 0L8 8m4-4l4 4M5 13v6h14v-6'],
  copy: [
    'M10.5 8h6A2.5 2.5 0 0119 10.5v6a2.5 2.5 0 01-2.5 2.5h-6A2.5 2.5 0 018 16.5v-6A2.5 2.5 0 0110.5 8z',
    'M5 15V7a2 2 0 012-2h8',
  ],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  close: ['M6 6l12 12M18 6L6 18'],
  globe: [
    'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z',
    'M3.5 12h17',
    'M12 3.5c5 5 5 12 0 17c-5-5-5-12 0-17z',
  ],
  bell: ['M6 16.5V11a6 6 0 0112 0v5.5l1.5 1.5h-15zM10 20.5h4'],
  gear: [
    'M12 9a3 3 0 100 6 3 3 0 000-6z',
    'M12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M5.6 18.4l1.8-1.8M16.6 7.4l1.8-1.8',
  ],
  user: ['M12 4.5a4 4 0 100 8 4 4 0 000-8z', 'M4.5 20c1-3.5 4-5 7.5-5s6.5 1.5 7.5 5'],
  external: ['M14 4h6v6M20 4l-9 9M18 14v5H5V6h5'],
  download: ['M12 4v11m0 0l-4-4m4 4l4-4M5 16v4h14v-4'],
  upload: ['M12 16V5m0 0L8 9m4-4l4 4M5 16v4h14v-4'],
  shield: ['M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z', 'M9 12l2.2 2.2L15.5 10'],
  clock: ['M12 7v5l3 2', 'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z'],
  search: ['M10.5 4.5a6 6 0 100 12 6 6 0 000-12z', 'M15 15l5 5'],
  info: ['M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z', 'M12 11v5.5M12 7.8v.01'],
  warning: ['M12 4l9 16H3z', 'M12 10v4.5M12 17.3v.01'],
  plus: ['M12 5v14M5 12h14'],
  refresh: ['M19.5 12a7.5 7.5 0 11-2.3-5.4L20 9M20 4v5h-5'],
  offline: [
    'M3 9a14 14 0 014-2.5M10.5 5.6A14 14 0 0121 9M6 12.5a9.5 9.5 0 014-2.2M14.5 10.6a9.5 9.5 0 013.5 1.9M9.5 16a4 4 0 015 0M12 19.2v.01M4 3l16 18',
  ],
  chat: ['M4 5h16v11h-9l-4 4v-4H4z', 'M8 9.5h8M8 12.5h5'],
  help: [
    'M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z',
    'M9.5 9.5a2.5 2.5 0 113.6 2.3c-.8.4-1.1.9-1.1 1.7M12 16.6v.01',
  ],
  news: ['M5 4h11v16H7a2 2 0 01-2-2zM16 9h3v9a2 2 0 01-2 2M8.5 8h4M8.5 12h4M8.5 16h4'],
  receipt: [
    'M6 3.5v17l2-1.5 2 1.5 2-1.5 2 1.5 2-1.5 2 1.5v-17l-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5z',
    'M9.5 10h5M9.5 14h5',
  ],
  loan: ['M4 10l8-6 8 6M6 10v8M10 10v8M14 10v8M18 10v8M4 20.5h16'],
  camera: ['M4 8h3.5L9 5.5h6L16.5 8H20v11H4z', 'M12 10a3.3 3.3 0 100 6.6 3.3 3.3 0 000-6.6z'],
  pen: ['M4 20l1-4.5L16 4.5l3.5 3.5-11 11zM13.5 7l3.5 3.5'],
  lock: ['M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3'],
  logout: ['M10 4H5v16h5M10 12h10m0 0l-4-4m4 4l-4 4'],
  sliders: [
    'M4 7h9M17 7h3M4 17h3M11 17h9',
    'M15 5a2 2 0 100 4 2 2 0 000-4z',
    'M9 15a2 2 0 100 4 2 2 0 000-4z',
  ],
  flag: ['M6 21V4h12l-3 4 3 4H6'],
  repeat: ['M17 3l3 3-3 3M4 11V8a2 2 0 012-2h14M7 21l-3-3 3-3M20 13v3a2 2 0 01-2 2H4'],
} as const satisfies Record<string, readonly string[]>

export type IconName = keyof typeof ICONS

/** Icons that point in reading direction; mirrored on right-to-left pages. */
export const POINTING: ReadonlySet<IconName> = new Set<IconName>([
  'menu',
  'back',
  'chevron',
  'list',
  'external',
  'logout',
  'chat',
])
