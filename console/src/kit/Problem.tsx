/** Why a call was refused, beside the button that made it; announced. */
export function Problem({ text }: { text: string | null }) {
  return (
    <p role="alert" className={text === null ? 'hidden' : 'text-13 font-medium text-wrong'}>
      {text}
    </p>
  )
}
