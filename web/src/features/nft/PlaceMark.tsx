import type { NftPlace } from './NftFrame.tsx'

const MARKS: Record<NftPlace, string> = {
  home: 'M4 11l8-7 8 7v9h-5.5v-5.5h-5V20H4z',
  shop: 'M4 9.5L5.5 4h13L20 9.5M4 9.5a2.7 2.7 0 005.3 0 2.7 2.7 0 005.4 0 2.7 2.7 0 005.3 0M5.5 12.5V20h13v-7.5',
  tasks: 'M4 6.5l1.5 1.5L8.5 5M4 16.5L5.5 18l3-3M12 6.5h8M12 16.5h8',
  orders:
    'M6 3.5v17l2-1.5 2 1.5 2-1.5 2 1.5 2-1.5 2 1.5v-17l-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5zM9.5 10h5M9.5 14h5',
}

/** Icons of the four pages, in the style of the app's icons. */
export function PlaceMark({ place }: { place: NftPlace }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="1.4375rem"
      height="1.4375rem"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={MARKS[place]} />
    </svg>
  )
}
