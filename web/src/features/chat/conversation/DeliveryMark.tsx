import type { ChatMessage } from '@tickmark/wire/schemas/support'

const ONE = 'M3 12.5l4.5 4.5L16 7.5'
const TWO = 'M10.5 16l1 1L20.5 7.5'

/** One tick for sent, two for delivered, two in the pen's colour for read. The word beside it says the same. */
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
