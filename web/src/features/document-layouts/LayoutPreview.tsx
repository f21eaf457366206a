import { Anchor, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldTexts } from '@/api/errors'
import { useTenantSettingDocumentLayoutPreview } from '@/api/generated/endpoints/company/company'
import type { DocumentForm } from '@/api/schema'
import { notify } from '@/ui/dialogs/notify'
import classes from './DocumentLayouts.module.css'
import { type LayoutProblem, problemsOf } from './problems'

type Props = { form: DocumentForm; text: string; onProblems(problems: LayoutProblem[]): void }

/** The document of a sample or of a shipment, as the typed layout prints it. */
export function LayoutPreview({ form, text, onProblems }: Props) {
  const { t } = useTranslation('document-layouts')
  const id = useId()
  const [code, setCode] = useState('')
  const [url, setUrl] = useState<string>()
  const [unknown, setUnknown] = useState<string>()
  // Shows the stored layout first. Faults are reported only for a preview that the user asked for.
  const [asked, setAsked] = useState({ text, code: '', isFirst: true })
  const { mutate, isPending } = useTenantSettingDocumentLayoutPreview()
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url])
  useEffect(() => {
    mutate(
      { form, data: { layout: asked.text, tracking_code: asked.code || null } },
      {
        onSuccess(pdf) {
          if (!asked.isFirst) onProblems([])
          setUrl(URL.createObjectURL(pdf as Blob))
        },
        onError(error) {
          if (asked.isFirst) return
          const problems = problemsOf(error)
          onProblems(problems)
          const field = fieldTexts(error).tracking_code
          if (field) setUnknown(t('unknownCode'))
          else if (problems.length === 0) notify.failure(error)
        },
      },
    )
  }, [asked, form, mutate, onProblems, t])

  function show() {
    setUnknown(undefined)
    setAsked({ text, code: code.trim(), isFirst: false })
  }

  return (
    <Stack component="section" gap="sm" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {t('preview')}
      </Title>
      <Group gap="xs" align="flex-end">
        <TextInput
          label={t('previewCode')}
          description={t('previewCodeHint')}
          value={code}
          maxLength={40}
          error={unknown}
          flex={1}
          miw={200}
          onChange={(event) => setCode(event.currentTarget.value)}
          onKeyDown={(event) => {
            // Enter shows the document; it does not save the layout.
            if (event.key !== 'Enter') return
            event.preventDefault()
            show()
          }}
        />
        <Button
          variant="default"
          loading={isPending}
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={show}
        >
          {t('show')}
        </Button>
      </Group>
      {url ? (
        <Shown url={url} form={form} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('previewHint')}
        </Text>
      )}
    </Stack>
  )
}

/** A browser that shows no PDF in a page gets a link. */
function Shown({ url, form }: { url: string; form: DocumentForm }) {
  const { t } = useTranslation('document-layouts')
  return (
    <>
      {navigator.pdfViewerEnabled && <iframe src={url} title={t('preview')} className={classes.preview} />}
      <Anchor href={url} download={`${form}.pdf`} size="sm">
        {t('savePreview')}
      </Anchor>
    </>
  )
}
