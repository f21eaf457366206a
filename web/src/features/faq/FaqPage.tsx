import { Accordion, Badge, Skeleton, Text, TextInput, Title, Typography } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconHelpOff, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { statusOf } from '@/api/errors'
import { useFaqShow } from '@/api/generated/endpoints/support/support'
import type { FaqEntry, FaqSection } from '@/api/schema'
import { AskCompany, CompanyEmail } from '@/blocks/AskCompany'
import { useSite } from '@/context/site'
import { LANGUAGE_NAMES, type Language } from '@/i18n'
import { useDocumentTitle } from '@/ui/document-title'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailure } from '@/ui/LoadFailure'
import classes from './FaqPage.module.css'

/** Between the last key and the search. */
const SEARCH_MS = 500
const MAX_SEARCH = 200

type FaqPageProps = {
  search: string
  onSearch(search: string): void
  isSignedIn: boolean
}

/** The published questions with their answers, for visitors and for users of the company. */
export function FaqPage({ search, onSearch, isSignedIn }: FaqPageProps) {
  const { t, i18n } = useTranslation('faq')
  const { domain } = useSite()
  const language = i18n.language as Language
  const result = useFaqShow(search ? { language, search } : { language }, {
    query: { placeholderData: keepPreviousData, retry: false },
    request: { quiet: true },
  })
  useDocumentTitle(t('title'))
  const help = isSignedIn ? <AskCompany /> : <CompanyEmail />
  return (
    <div className={classes.page}>
      <Title order={1} tabIndex={-1} className={classes.title}>
        {t('title')}
      </Title>
      {statusOf(result.error) === 404 ? (
        <EmptyState
          icon={IconHelpOff}
          title={t('offTitle')}
          text={t('offText', { company: domain.name })}
          action={help}
        />
      ) : (
        <>
          <Text c="dimmed">{t('lead', { company: domain.name })}</Text>
          <Search search={search} onSearch={onSearch} />
          {result.data ? (
            <Groups groups={result.data.data.groups} search={search} />
          ) : result.error ? (
            <LoadFailure title={t('failed')} result={result} />
          ) : (
            <Skeleton height={240} />
          )}
          {/* Below answers whose height is known, so that it stays where it is. */}
          {(result.data || result.error) && <div className={classes.help}>{help}</div>}
        </>
      )}
    </div>
  )
}

type SearchProps = Pick<FaqPageProps, 'search' | 'onSearch'>

function Search({ search, onSearch }: SearchProps) {
  const { t } = useTranslation('faq')
  const [text, setText] = useState(search)
  const [seen, setSeen] = useState(search)
  const [sent, setSent] = useState(search)
  if (seen !== search) {
    setSeen(search)
    // Back, or a link, changed it from outside. A search that was sent from here does not change what was typed since.
    if (sent !== search) setText(search)
  }
  const later = useDebouncedCallback((value: string) => commit(value), SEARCH_MS)

  function commit(value: string) {
    later.cancel()
    const wanted = value.trim()
    setSent(wanted)
    if (wanted !== search) onSearch(wanted)
  }

  return (
    <search>
      <TextInput
        type="search"
        aria-label={t('search')}
        placeholder={t('search')}
        maxLength={MAX_SEARCH}
        leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          later(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') commit(text)
        }}
      />
    </search>
  )
}

function Groups({ groups, search }: { groups: FaqSection[]; search: string }) {
  const { t } = useTranslation(['faq', 'common'])
  if (groups.length === 0) {
    return search ? (
      <EmptyState icon={IconSearchOff} title={t('common:noResultFor', { text: search })} />
    ) : (
      <EmptyState icon={IconHelpOff} title={t('empty')} />
    )
  }
  return groups.map((group) => (
    <section key={group.id} aria-labelledby={`faq-${group.id}`}>
      <Title order={2} size="h4" mb="xs" id={`faq-${group.id}`}>
        {group.title}
      </Title>
      <Accordion multiple variant="contained" order={3}>
        {group.questions.map((entry) => (
          <Question key={entry.id} entry={entry} />
        ))}
      </Accordion>
    </section>
  ))
}

/** A text in another language than the page's says so, also to a screen reader. */
function Question({ entry }: { entry: FaqEntry }) {
  const { t, i18n } = useTranslation('faq')
  const isForeign = entry.language !== i18n.language
  return (
    <Accordion.Item value={entry.id}>
      <Accordion.Control>
        <span lang={entry.language} className={classes.question}>
          {entry.question}
        </span>
        {isForeign && (
          <Badge variant="light" color="gray" ml="xs">
            {t('inLanguage', { language: LANGUAGE_NAMES[entry.language] })}
          </Badge>
        )}
      </Accordion.Control>
      <Accordion.Panel>
        <Typography
          lang={entry.language}
          className={classes.answer}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
          dangerouslySetInnerHTML={{ __html: entry.answer_html }}
        />
      </Accordion.Panel>
    </Accordion.Item>
  )
}
