import type { ChatMessage } from '@tickmark/wire/schemas/support'

const ONE = 'M3 12.5l4.5 4.5L16 7.5'
const TWO = 'M10.5 16l1 1L20.5 7.5'

/** One tick: sent; two: delivered; two in the brand colour: read. A word for each stands beside it. */
export function DeliveryMark({ delivery }: { delivery: ChatMessage['delivery'] }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="0.875rem"
      height="0.875rem"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
      className={delivery === 'read' ? 'text-brand' : ''}
    >
      <path d={ONE} />
      {delivery !== 'sent' && <path d={TWO} />}
    </svg>
  )
}
