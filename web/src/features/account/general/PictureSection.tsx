import { Avatar, Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, fieldTexts } from '@/api/errors'
import { useAccountUpdate } from '@/api/generated/endpoints/my-account/my-account'
import type { Account } from '@/api/schema'
import { confirm } from '@/ui/dialogs/confirm'
import { notify } from '@/ui/dialogs/notify'
import { useFormat } from '@/ui/format'
import { initials } from '@/ui/initials'
import classes from './PictureSection.module.css'
import { updateOf, valuesOf } from './values'

const MAX_BYTES = 10 * 1024 * 1024

type PictureSectionProps = { account: Account; onSaved(): Promise<unknown> }

/** Saved by itself, at once: a file cannot wait in a draft. */
export function PictureSection({ account, onSaved }: PictureSectionProps) {
  const { t } = useTranslation('account')
  const format = useFormat()
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const update = useAccountUpdate()

  async function send(change: { picture: Blob } | { remove_picture: true }) {
    const data = { ...updateOf(valuesOf(account)), version: undefined, ...change }
    await update.mutateAsync({ id: account.id, data })
    await onSaved()
    notify.success(t('saved'))
  }

  async function choose(file: File | undefined) {
    if (!file) return
    setProblem(undefined)
    if (file.size > MAX_BYTES) {
      setProblem(t('picture.tooLarge', { max: format.bytes(MAX_BYTES) }))
      return
    }
    try {
      await send({ picture: file })
    } catch (error) {
      setProblem(fieldTexts(error).picture ?? errorText(error))
    }
  }

  const remove = () =>
    confirm({
      title: t('picture.removeTitle'),
      text: t('picture.removeText'),
      action: t('picture.remove'),
      danger: true,
      run: () => send({ remove_picture: true }),
    })

  return (
    <section className={classes.section} aria-label={t('picture.label')}>
      <Avatar src={account.picture_url} size={96} color="brand" alt={account.name}>
        {initials(account.name)}
      </Avatar>
      <div>
        <input
          ref={input}
          type="file"
          hidden
          accept="image/jpeg,image/png,image/webp"
          aria-label={t('picture.label')}
          onChange={(event) => {
            void choose(event.currentTarget.files?.[0])
            // The same file chosen once more is a change again.
            event.currentTarget.value = ''
          }}
        />
        <Group gap="xs">
          <Button
            variant="default"
            loading={update.isPending}
            disabled={!account.can.update}
            aria-describedby="picture-text"
            onClick={() => input.current?.click()}
          >
            {t(account.picture_url ? 'picture.change' : 'picture.choose')}
          </Button>
          {account.picture_url && (
            <Button variant="subtle" color="red" disabled={!account.can.update} onClick={() => void remove()}>
              {t('picture.remove')}
            </Button>
          )}
        </Group>
        <Text size="sm" c="dimmed" mt={6} id="picture-text">
          {t('picture.text', { max: format.bytes(MAX_BYTES) })}
        </Text>
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      </div>
    </section>
  )
}
