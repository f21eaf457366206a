-- Search folds as people type: composed and decomposed accents of all scripts, letters that have no accent to take away
-- (ł ø ß ı), the vowel signs and hamzas of Arabic, letters of full width, and every apostrophe, which many leave out. Lower
-- case is ICU's, so that the result does not depend on the database's collation.
create function ref.search_marks_off(value text) returns text
    language sql immutable parallel safe
    return lower(regexp_replace(
        normalize(replace(value, '´', ''), nfkd),
        '[''`‘’‛′‵ʹʻʼʾʿˈ׳՚ꞌ\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed\u00ad\u200b-\u200f\u2060\ufeff]',
        '', 'g'
    ) collate "und-x-icu");

-- Looks for the rare letters first: replacing them takes as long as all the rest.
create function ref.search_folded(value text) returns text
    language sql immutable parallel safe
    return case
        when value ~ '[øØłŁđĐðÐħĦŧŦŋŊɓƁɗƊɖƉƙƘƴƳəƏɛƐɔƆıɨƗʉɄςΣßẞæÆœŒþÞǽǼǿǾǣǢىیةۃہھکٱ‐‑‒–—―−“”„«»]' then
            replace(replace(replace(replace(
                translate(
                    ref.search_marks_off(value),
                    'øłđðħŧŋɓɗɖƙƴəɛɔıɨʉςىیةۃہھکٱ‐‑‒–—―−“”„«»',
                    'olddhtnbddkyeeoiiuσييههههكا-------"""""'
                ),
                'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
        else ref.search_marks_off(value)
    end;

-- The short way is for texts of ASCII, which most codes and references are.
create or replace function search_text(value text) returns text
    language sql immutable parallel safe
    return case
        when octet_length(value) = char_length(value) then lower(replace(replace(value, '''', ''), '`', ''))
        else ref.search_folded(value)
    end;
