import { Alert, Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { errorText } from '@/api/errors'

type TestNowProps = {
  /** For the name of the button, where there are several. */
  of?: string
  disabled?: boolean
  /** Asks now. Returns what is wrong, or else that all is well. */
  test(): Promise<{ isWell: boolean; text: string }>
  onTested?(): void
}

/** Tests a connection, and says in words what came of it. */
export function TestNow({ of, disabled, test, onTested }: TestNowProps) {
  const { t } = useTranslation('connections')
  const { mutate, data, error, isPending } = useMutation({ mutationFn: test, onSettled: onTested })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={16} aria-hidden />}
        aria-label={of ? t('testNamed', { name: of }) : undefined}
        loading={isPending}
        disabled={disabled}
        onClick={() => mutate()}
      >
        {t('test')}
      </Button>
      <div aria-live="polite">
        {error && !isPending && <Alert color="orange">{errorText(error)}</Alert>}
        {data && !error && !isPending && <Alert color={data.isWell ? 'teal' : 'orange'}>{data.text}</Alert>}
      </div>
    </>
  )
}
