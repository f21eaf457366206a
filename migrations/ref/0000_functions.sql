-- Normalizes text for every search: lower case, without the accents of our four languages. Immutable, so that indexes
-- and generated columns can use it.
create function search_text(value text) returns text
    language sql immutable parallel safe
    return translate(
        lower(value),
        'áàâãäåéèêëíìîïóòôõöúùûüçñ',
        'aaaaaaeeeeiiiiooooouuuucn'
    );
