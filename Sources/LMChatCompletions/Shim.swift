import LMResponses

package typealias ProviderError = ResponsesError
