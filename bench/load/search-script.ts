const SEARCH = 'customs valuation';

/**
 * Lua for wrk: the same search in another mixture of capital letters for each request. The page has the same results
 * and is rendered each time, because it is another address.
 */
export const SEARCH_SCRIPT = `
local count = 0
function request()
  count = count + 1
  local bits = count
  local query = string.gsub(${JSON.stringify(SEARCH)}, '%a', function(letter)
    local isUpper = bits % 2 == 1
    bits = math.floor(bits / 2)
    return isUpper and string.upper(letter) or letter
  end)
  return wrk.format('GET', '/blog?q=' .. string.gsub(query, ' ', '+'))
end
`;

export const SEARCH_PATH = `/blog?q=${SEARCH.replace(' ', '+')}`;
