import { Alert, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText } from '@/api/errors'

type TestNowProps = {
  label: string
  /** The name of the button, where there are several. */
  name?: string
  /** Asks now. Returns what is wrong, or else that all is well. */
  test(): Promise<{ isWell: boolean; text: string }>
  onTested?(): void
  /** Further buttons, beside its own. */
  children?: ReactNode
}

/** Tests a connection, and says in words what came of it. */
export function TestNow({ label, name, test, onTested, children }: TestNowProps) {
  const { mutate, data, error, isPending } = useMutation({ mutationFn: test, onSettled: onTested })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-label={name}
        loading={isPending}
        onClick={() => mutate()}
      >
        {label}
      </Button>
      {children}
      <div role="status" aria-label={name ?? label}>
        {error && !isPending && <Alert color="orange">{errorText(error)}</Alert>}
        {data && !error && !isPending && <Alert color={data.isWell ? 'teal' : 'orange'}>{data.text}</Alert>}
      </div>
    </>
  )
}
