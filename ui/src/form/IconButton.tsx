import type { ComponentPropsWithRef } from 'react'
import { cx } from '../base/cx.ts'
import { Icon } from '../base/Icon.tsx'
import type { IconName } from '../base/icons.ts'

export interface IconButtonProps extends Omit<ComponentPropsWithRef<'button'>, 'children'> {
  icon: IconName
  /** Its accessible name. */
  label: string
  /** For a toggle, such as a favourite's star: when on, the icon is filled and the button announced as pressed. */
  pressed?: boolean
}

/** A button with one icon, 44 px square. */
export function IconButton({ icon, label, pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'relative inline-grid size-11 flex-none place-items-center rounded-full text-ink transition-colors duration-120 active:bg-well disabled:opacity-45',
        className,
      )}
    >
      <Icon name={icon} filled={pressed === true} className={pressed ? 'text-brand' : ''} />
    </button>
  )
}
